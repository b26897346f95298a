import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

extension AndroidReader {
  /// Appends the text of a `plurals` resource. A resource with an unknown or duplicate quantity is
  /// reported and omitted.
  ///
  ///   - - Parameter items: The items, in file order.
  mutating func appendPlurals(
    _ items: [(quantity: XMLAttribute?, leaf: AndroidLeaf)], _ resource: AndroidResource
  ) {
    let key = resource.name
    var forms: [(category: PluralCategory, leaf: AndroidLeaf, message: Message)] = []
    var positions: [PluralCategory: SourcePosition] = [:]
    var isValid = true
    for item in items {
      guard let category = item.quantity.flatMap({ PluralCategory(rawValue: $0.value) }) else {
        isValid = false
        report(
          .error, "unknown-quantity",
          item.quantity.map { "unknown quantity '\($0.value)'" }
            ?? "this item has no 'quantity' attribute",
          at: item.quantity?.valuePosition ?? item.leaf.tagPosition,
          hint: "use one of 'zero', 'one', 'two', 'few', 'many', 'other'", subject: key)
        continue
      }
      if let first = positions[category] {
        isValid = false
        report(
          .error, "duplicate-quantity",
          "'\(category.rawValue)' is defined twice in '\(key.shortened)'",
          at: item.leaf.tagPosition, hint: "remove one of them", subject: key, first: first)
        continue
      }
      positions[category] = item.leaf.tagPosition
      forms.append((category, item.leaf, printfMessage(item.leaf, key: key)))
    }
    guard isValid else { return }
    if positions[.other] == nil {
      // The resource compiler accepts a resource without `other`, but a message requires it.
      let last = forms.max { $0.category < $1.category }
      report(
        .warning, "missing-other",
        "'\(key.shortened)' has no 'other' item"
          + (last.map { "; the text for '\($0.category.rawValue)' is used" }
            ?? "; it contains no items and is not read"),
        at: resource.namePosition,
        hint: "add one; \(dialect.name) throws an exception for numbers without an item",
        subject: key)
      guard let last else { return }
      forms.append((.other, last.leaf, last.message))
    }
    let number = pluralArgument(forms.map(\.message), key: key)
    forms.sort { $0.category < $1.category }
    let numbered = Self.plural(
      number, forms.map { ($0.category, Self.numbered($0.message, pluralArgument: number)) })
    let counted = Self.plural(number, forms.map { ($0.category, $0.message) })
    // Placeholders need no numbers if their order implies the same numbers.
    let isSame = counted.numbered(by: ArgumentNumbers([])) == numbered
    append(
      key, isSame ? counted : numbered, forms.map(\.leaf), resource, isArray: false)
  }

  /// Returns a plural with a branch for each form.
  private static func plural(
    _ number: Int, _ forms: [(category: PluralCategory, message: Message)]
  ) -> Message {
    let branches = forms.map { MessageArgument.PluralBranch(.category($0), $1) }
    return Message([
      .argument(
        MessageArgument(.numbered(number), .plural(MessageArgument.Plural(.cardinal, branches))))
    ])
  }

  /// Returns the number of the argument that selects a form. Android's API receives this number
  /// separately from the arguments that a form displays, so the file does not declare it.
  ///
  /// The result is the first integer that a form displays; otherwise, the argument that selects a
  /// form in the original; otherwise, the first argument that no form displays.
  private func pluralArgument(_ forms: [Message], key: String) -> Int {
    let displayed = forms.flatMap(\.numberedPlaceholders)
    if let count = displayed.first(where: { $0.placeholder.type == .integer }) {
      return count.argument
    }
    let used = Set(displayed.map(\.argument))
    for value in options.originals[ExactKey(key)]?.values ?? [] {
      for use in value.message.uses(ArgumentNumbers([])) {
        if case .plural = use.requirement, !used.contains(use.number) { return use.number }
      }
    }
    return (1...used.count + 1).first { !used.contains($0) } ?? 1
  }

  /// Returns the message of an item. Braces are ordinary text, even if they would form an ICU
  /// message outside a plural.
  private mutating func printfMessage(_ leaf: AndroidLeaf, key: String) -> Message {
    if dialect == .compose { return composeMessage(leaf, key: key) }
    let bytes = leaf.text.bytes
    var elements: [Message.Element] = []
    var done = 0
    var hasLone = false
    // The bytes before `done` have been copied.
    func copy(upTo end: Int) {
      elements.append(.text(String(decoding: bytes[done..<end], as: UTF8.self)))
    }
    for (range, percent) in Placeholder.percents(in: bytes) {
      switch percent {
      case .placeholder(let placeholder):
        copy(upTo: range.lowerBound)
        elements.append(.placeholder(placeholder))
      case .doubled: copy(upTo: range.lowerBound + 1)
      case .lone:
        copy(upTo: range.upperBound)
        hasLone = true
      }
      done = range.upperBound
    }
    copy(upTo: bytes.count)
    let message = Message(elements)
    if hasLone { reportPercent(leaf, key: key) }
    return message
  }

  /// Returns the message of an item with every placeholder numbered. `%1$,d` becomes ICU's `#` if
  /// its argument selects the form.
  private static func numbered(_ message: Message, pluralArgument number: Int) -> Message {
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element else { return element }
        let isNumbered = placeholder.position != nil
        placeholder.position = numbers.popFirst()
        let isPlain =
          isNumbered && placeholder.flags == .grouped && placeholder.width == nil
          && placeholder.precision == nil
        if placeholder.position == number, placeholder.isDecimal, isPlain { return .pluralNumber }
        return .placeholder(placeholder)
      })
  }
}
