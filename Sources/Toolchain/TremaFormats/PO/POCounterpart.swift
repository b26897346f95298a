import TremaCatalog
import TremaMessages

/// The catalog text that corresponds to a plural returned by a translator.
///
/// In a PO file, arguments are numbered and each form is a complete message. This type restores the
/// catalog's spelling, with names in braces instead of numbers, and common text around the plural
/// instead of in every form.
struct POCounterpart {
  private let outline: TextOutline
  /// The forms that the catalog's text would have in the file, or `nil` if gettext cannot represent
  /// it.
  private let plural: POPlural?
  private let language: LanguageTag
  /// The message in the language, or `nil` if it is missing or empty.
  private let translation: Message?
  /// Whether the file and the catalog have the same original.
  private let isCurrent: Bool
  /// The names of the file's arguments in the catalog, by number.
  private let names: [Int: String]
  /// The arguments in braces by their conversions in the file, such as `{name}` by `%1$@`.
  private let leaves: [String: MessageArgument]

  /// Compares a catalog text with a message in the file.
  ///
  ///   - - Parameter annotations: The annotations of the text in the file.
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
    translation = value(in: language).flatMap { $0.source.isEmpty ? nil : $0.message }
    plural = POPlural(
      translation ?? outline.master?.message ?? Message(""), outline, in: language, master: master)
    isCurrent = plural?.isOriginal(of: entry, comments) ?? false
    let known = Dictionary(outline.numbers.names.map { ($0.number, $0.name) }) { first, _ in first }
    if isCurrent {
      names = known
    } else {
      // The catalog has changed since the file was written. Of the arguments that the file
      // declares, those that still exist are used.
      names = annotations.parameters.mapValues(\.name).filter { outline.numbers[$0.value] != nil }
    }
    var leaves: [String: MessageArgument] = [:]
    for message in [outline.master?.message, translation].compactMap(\.self) {
      message.collectLeaves(names, into: &leaves)
    }
    self.leaves = leaves
  }

  /// The number of the argument that selects a form, or `nil` if the file has a different original.
  var number: Int? { isCurrent ? plural?.number : nil }

  /// The message of the master language, or `nil` if the file has a different original.
  var original: Message? { isCurrent ? outline.master?.message : nil }

  /// Returns the catalog's message if the translator did not change it.
  ///
  /// - Parameter forms: The forms in the file by category, including `other`.
  /// - Returns: The message, or `nil` if the forms differ from it.
  func unchanged(_ forms: [PluralCategory: String]) -> Message? {
    guard let translation, let plural, let other = forms[.other] else { return nil }
    let isSame = PluralRules(language).categories.allSatisfy { category in
      (forms[category] ?? other).utf8.elementsEqual(plural.form(category).utf8)
    }
    return isSame ? translation : nil
  }

  /// Returns a message from the file as spelled in the catalog.
  ///
  /// - Parameter message: A single plural or a message without branches, whose arguments and
  ///   placeholders are numbered.
  func spelled(_ message: Message) -> Message {
    guard message.hasBranches else { return message }
    let named = Message(message.named(by: names).elements.map { $0.replacing(leaves) })
    // The translation is the model if it has a plural. Otherwise, the original is the model.
    let model = translation.flatMap { $0.hasBranches ? $0 : nil } ?? outline.master?.message
    guard let model else { return named }
    return named.outlined(as: model).withoutNumbers(as: model, outline.numbers)
  }
}

extension POPlural {
  /// Returns whether the message and this plural have the same original, including the forms in the
  /// comments of the message.
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
  /// Collects the arguments in braces that only display a value, by their conversions in a PO file.
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

  /// Returns the message with the text that all branches share moved out of the plural, on each
  /// side where the model has text outside the plural.
  fileprivate func outlined(as model: Message) -> Message {
    guard elements.count == 1, case .argument(var argument) = elements[0],
      case .plural(var plural) = argument.kind
    else { return self }
    let pluralIndex = model.elements.firstIndex { element in
      if case .argument(let argument) = element { !argument.branches.isEmpty } else { false }
    }
    guard let pluralIndex else { return self }
    var branches = plural.branches.map { $0.message.elements }
    var start: [Element] = []
    if pluralIndex > 0 { start = Self.takeCommonPrefix(of: &branches) }
    var end: [Element] = []
    if pluralIndex < model.elements.count - 1 {
      branches = branches.map { $0.reversed() }
      end = Self.takeCommonPrefix(of: &branches, isReversed: true).reversed()
      branches = branches.map { $0.reversed() }
    }
    for index in branches.indices { plural.branches[index].message = Message(branches[index]) }
    argument.kind = .plural(plural)
    return Message(start + [.argument(argument)] + end)
  }

  /// Removes and returns the common prefix of all branches, which ends before the number and at a
  /// word boundary.
  ///
  /// - Parameter isReversed: Whether the elements are in reverse order, so the common end is
  ///   removed.
  private static func takeCommonPrefix(
    of branches: inout [[Element]], isReversed: Bool = false
  ) -> [Element] {
    var taken: [Element] = []
    while let first = branches.first?.first, first != .pluralNumber,
      branches.allSatisfy({ $0.first == first })
    {
      // Something must remain in every branch.
      if branches.contains(where: { $0.count == 1 }) { break }
      taken.append(first)
      for index in branches.indices { branches[index].removeFirst() }
    }
    // The first texts of the branches differ; they may share whole words.
    var texts: [[UInt8]] = []
    for branch in branches {
      guard case .text(let text)? = branch.first else { return taken }
      texts.append(isReversed ? text.utf8.reversed() : Array(text.utf8))
    }
    guard let first = texts.first else { return taken }
    var shared = first.count
    for text in texts { shared = min(shared, zip(first, text).prefix { $0 == $1 }.count) }
    // Text is split only at spaces so that no word is divided between the plural and its context.
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

  /// Returns the message without placeholder numbers if the model has none and the order of the
  /// placeholders implies them.
  fileprivate func withoutNumbers(as model: Message, _ numbers: ArgumentNumbers) -> Message {
    if model.placeholders.contains(where: { $0.position != nil }) { return self }
    let bare = Message(elements.map(\.withoutNumbers))
    return bare.numbered(by: numbers) == numbered(by: numbers) ? bare : self
  }
}

extension Message.Element {
  /// Returns the element with placeholders replaced with arguments in braces, at any depth.
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

  /// The element without placeholder numbers, at any depth.
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
