import TremaCatalog
import TremaMessages

/// The text of the catalog whose plural comes back from a translator.
///
/// A PO file numbers its arguments and has each form whole. What comes back says the same of its
/// arguments as the catalogue does: the names in braces, and the text around the plural.
struct POCounterpart {
  private let outline: TextOutline
  private let plural: POPlural?
  private let language: LanguageTag
  /// The value of the language; nil where there is none, or an empty one.
  private let own: Message?
  /// The file has the original that the catalogue has.
  private let isCurrent: Bool
  /// The names in the catalog of the file's arguments, by number.
  private let names: [Int: String]
  /// The arguments in braces by their conversions: `{name}` for `%1$@`.
  private let leaves: [String: MessageArgument]

  /// - Parameters:
  ///   - text: of the catalogue.
  ///   - annotations: what the file says of the text.
  init(
    _ text: Text, of entry: POEntry, _ comments: POComments, _ annotations: Annotations,
    master: LanguageTag, language: LanguageTag
  ) {
    func value(in language: LanguageTag) -> Value? {
      text.values.first { LanguageTag($0.language) == language }
    }
    let outline = TextOutline(
      text, annotations: Annotations(text.context),
      master: value(in: master)?.language ?? master.description)
    self.outline = outline
    self.language = language
    own = value(in: language).flatMap { $0.source.isEmpty ? nil : $0.message }
    plural = POPlural(
      own ?? outline.master?.message ?? Message(""), outline, in: language, master: master)
    isCurrent = plural?.isOriginal(of: entry, comments) ?? false
    let known = Dictionary(outline.numbers.names.map { ($0.number, $0.name) }) { first, _ in first }
    if isCurrent {
      names = known
    } else {
      // The file tells what its numbers were when it was written.
      names = annotations.parameters.mapValues(\.name).filter { outline.numbers[$0.value] != nil }
    }
    var leaves: [String: MessageArgument] = [:]
    for message in [outline.master?.message, own].compactMap(\.self) {
      message.collectLeaves(names, into: &leaves)
    }
    self.leaves = leaves
  }

  /// The argument that chooses; nil where the file has another original.
  var number: Int? { isCurrent ? plural?.number : nil }

  /// The message of the master language; `nil` where the file has another.
  var original: Message? { isCurrent ? outline.master?.message : nil }

  /// Returns the message of the language; `nil` where these forms differ from it.
  ///
  /// - Parameter forms: `other` is among them.
  func unchanged(_ forms: [PluralCategory: String]) -> Message? {
    guard let own, let plural, let other = forms[.other] else { return nil }
    let isSame = PluralRules(language).categories.allSatisfy { category in
      (forms[category] ?? other).utf8.elementsEqual(plural.form(category).utf8)
    }
    return isSame ? own : nil
  }

  /// A plural of the file as the catalogue spells such.
  ///
  /// - Parameter message: its arguments and placeholders have numbers; one plural, or no branches.
  func spelled(_ message: Message) -> Message {
    guard message.hasBranches else { return message }
    let named = Message(message.named(by: names).elements.map { $0.replacing(leaves) })
    let model = own.flatMap { $0.hasBranches ? $0 : nil } ?? outline.master?.message
    guard let model else { return named }
    return named.outlined(as: model).withoutNumbers(as: model, outline.numbers)
  }
}

extension POPlural {
  /// Whether a message translates this text.
  fileprivate func isOriginal(of entry: POEntry, _ comments: POComments) -> Bool {
    guard let id = entry.id, let other = entry.pluralID,
      id.text.utf8.elementsEqual(singular.utf8), other.text.utf8.elementsEqual(plural.utf8)
    else { return false }
    return hiddenOriginals.allSatisfy { category, format in
      comments.originals[category].map { $0.utf8.elementsEqual(format.utf8) } ?? true
    }
  }
}

extension Message {
  /// Collects the conversions of a PO file for the arguments in braces that merely show something.
  fileprivate func collectLeaves(
    _ names: [Int: String], into leaves: inout [String: MessageArgument]
  ) {
    for case .argument(let argument) in elements {
      for branch in argument.branches { branch.collectLeaves(names, into: &leaves) }
      guard case .named(let name) = argument.name,
        let number = names.first(where: { $0.value.utf8.elementsEqual(name.utf8) })?.key
      else { continue }
      let conversion: Unicode.Scalar
      switch argument.kind {
      case .plain: conversion = "@"
      case .number(.integer): conversion = "d"
      default: continue
      }
      leaves[Placeholder(conversion, position: number).description] = argument
    }
  }

  /// The same with the text that all branches share around the plural, where another has text there.
  fileprivate func outlined(as model: Message) -> Message {
    guard elements.count == 1, case .argument(var argument) = elements[0],
      case .plural(var plural) = argument.kind
    else { return self }
    let place = model.elements.firstIndex { element in
      if case .argument(let argument) = element { !argument.branches.isEmpty } else { false }
    }
    guard let place else { return self }
    var branches = plural.branches.map { $0.message.elements }
    var start: [Element] = []
    if place > 0 { start = Self.takeStart(of: &branches) }
    var end: [Element] = []
    if place < model.elements.count - 1 {
      branches = branches.map { $0.reversed() }
      end = Self.takeStart(of: &branches, isReversed: true).reversed()
      branches = branches.map { $0.reversed() }
    }
    for index in branches.indices { plural.branches[index].message = Message(branches[index]) }
    argument.kind = .plural(plural)
    return Message(start + [.argument(argument)] + end)
  }

  /// Takes away what all branches begin with, up to the number and to whole words.
  ///
  /// - Parameter isReversed: the elements are in reverse order: it is their end.
  private static func takeStart(
    of branches: inout [[Element]], isReversed: Bool = false
  ) -> [Element] {
    var taken: [Element] = []
    while let first = branches.first?.first, first != .pluralNumber,
      branches.allSatisfy({ $0.first == first })
    {
      // What is left says something in every branch.
      if branches.contains(where: { $0.count == 1 }) { break }
      taken.append(first)
      for index in branches.indices { branches[index].removeFirst() }
    }
    var texts: [[UInt8]] = []
    for branch in branches {
      guard case .text(let text)? = branch.first else { return taken }
      texts.append(isReversed ? text.utf8.reversed() : Array(text.utf8))
    }
    guard let first = texts.first else { return taken }
    var shared = first.count
    for text in texts { shared = min(shared, zip(first, text).prefix { $0 == $1 }.count) }
    guard let space = first[..<shared].lastIndex(of: 0x20) else { return taken }
    func text(_ bytes: ArraySlice<UInt8>) -> Element {
      .text(String(decoding: isReversed ? bytes.reversed() : Array(bytes), as: UTF8.self))
    }
    taken.append(text(first[...space]))
    for (index, bytes) in texts.enumerated() {
      if bytes.count == space + 1 {
        branches[index].removeFirst()
      } else {
        branches[index][0] = text(bytes[(space + 1)...])
      }
    }
    return taken
  }

  /// The same without the numbers of placeholders, where another has none and they count so anyway.
  fileprivate func withoutNumbers(as model: Message, _ numbers: ArgumentNumbers) -> Message {
    if model.placeholders.contains(where: { $0.position != nil }) { return self }
    let bare = Message(elements.map(\.withoutNumbers))
    return bare.numbered(by: numbers) == numbered(by: numbers) ? bare : self
  }
}

extension Message.Element {
  fileprivate func replacing(_ leaves: [String: MessageArgument]) -> Message.Element {
    switch self {
    case .text, .pluralNumber: self
    case .placeholder(let placeholder):
      leaves[placeholder.description].map { .argument($0) } ?? self
    case .argument(let argument):
      .argument(
        argument.mapBranches { branch in Message(branch.elements.map { $0.replacing(leaves) }) })
    }
  }

  fileprivate var withoutNumbers: Message.Element {
    switch self {
    case .text, .pluralNumber: return self
    case .placeholder(var placeholder):
      placeholder.position = nil
      return .placeholder(placeholder)
    case .argument(let argument):
      return .argument(
        argument.mapBranches { branch in Message(branch.elements.map(\.withoutNumbers)) })
    }
  }
}
