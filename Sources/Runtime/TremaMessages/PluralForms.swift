/// A plural as platforms have it: one message for each category, and no exact numbers.
///
/// `.stringsdict`, `.xcstrings`, Android's `plurals` and gettext all know categories alone.
package struct PluralForms: Hashable, Sendable {
  /// In the order of the categories; `other` is among them.
  package var forms: [(category: PluralCategory, message: Message)]

  package static func == (a: PluralForms, b: PluralForms) -> Bool {
    a.forms.elementsEqual(b.forms) { $0.category == $1.category && $0.message == $1.message }
  }

  package func hash(into hasher: inout Hasher) {
    for form in forms { hasher.combine(form.message) }
  }

  package subscript(category: PluralCategory) -> Message? {
    forms.first { $0.category == category }?.message
  }

  /// How a platform chooses among the forms.
  package enum Platform: Hashable, Sendable {
    /// The rules of CLDR.
    case cldr
    /// The rules of CLDR, but `zero` is for 0 in every language.
    case apple
  }

  /// The forms of a plural, or nil when categories cannot say it: an offset, an ordinal, an exact
  /// number that is not the whole of a category.
  ///
  /// Categories that the language does not use stay, since files have them and nothing chooses them;
  /// Apple's platforms would choose `zero` for 0, so it is left out there.
  package init?(_ plural: MessageArgument.Plural, in language: LanguageTag, for platform: Platform)
  {
    guard plural.kind == .cardinal, plural.offset == 0 else { return nil }
    let rules = PluralRules(language)
    let used = rules.categories
    var found: [PluralCategory: Message] = [:]
    for branch in plural.branches {
      guard case .category(let category) = branch.selector else { continue }
      if platform == .apple, category == .zero, !used.contains(.zero) { continue }
      found[category] = branch.message
    }
    for branch in plural.branches {
      guard case .exact(let number) = branch.selector else { continue }
      if platform == .apple, number == 0,
        rules.soleInteger(of: .zero) != nil || !used.contains(.zero)
      {
        found[.zero] = branch.message
      } else if let category = used.first(where: { rules.soleInteger(of: $0) == number }) {
        found[category] = branch.message
      } else {
        return nil
      }
    }
    forms = PluralCategory.allCases.compactMap { category in
      found[category].map { (category, $0) }
    }
  }

  package init(_ forms: [PluralCategory: Message]) {
    self.forms = PluralCategory.allCases.compactMap { category in
      forms[category].map { (category, $0) }
    }
  }

  /// The plural that these forms are, read from a file of the platform.
  ///
  /// - Returns: nil without a form for `other`.
  package func plural(in language: LanguageTag?, from platform: Platform) -> MessageArgument.Plural?
  {
    guard self[.other] != nil else { return nil }
    let used = language.map { PluralRules($0).categories }
    let branches = forms.map { form in
      let isExact = platform == .apple && form.category == .zero && used?.contains(.zero) == false
      return MessageArgument.PluralBranch(
        isExact ? .exact(0) : .category(form.category), form.message)
    }
    return MessageArgument.Plural(.cardinal, branches)
  }
}

extension Message {
  /// The message as one plural that is all of it, the text around moved into its branches: what
  /// Android's `plurals` and gettext can hold.
  ///
  /// - Returns: nil unless exactly one plural and no select are in the message, and nothing with
  ///   branches in a branch; nil, too, where text is around more branches than ``PluralForms`` can
  ///   have, as each would be as long as the text.
  package var asOnePlural: MessageArgument? {
    guard hasPlaceholders else { return nil }
    let elements = elements
    var found: Int?
    for index in elements.indices {
      switch elements[index] {
      case .argument(let argument) where argument.isChoice:
        if found != nil { return nil }
        found = index
      // It would come to mean the plural that it was not in.
      case .pluralNumber: return nil
      case .text, .placeholder, .argument: continue
      }
    }
    guard let place = found, case .argument(let argument) = elements[place],
      case .plural = argument.kind, !argument.containsBranch(where: \.hasBranches)
    else { return nil }
    if elements.count == 1 { return argument }
    // Each category, and each number that is the whole of one.
    let most = 2 * PluralCategory.allCases.count
    if case .plural(let plural) = argument.kind, plural.kind == .cardinal,
      plural.branches.count > most
    {
      return nil
    }
    return argument.mapBranches { message in
      Message(
        Array(elements[..<place]) + message.elements + Array(elements[(place + 1)...]))
    }
  }
}
