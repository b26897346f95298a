/// A plural in the form that platforms support: one message per category, without exact numbers.
///
/// `.stringsdict`, `.xcstrings`, `plurals` of Android and gettext support only categories.
package struct PluralForms: Hashable, Sendable {
  /// The messages in the order of the categories, which include `other`.
  package var forms: [(category: PluralCategory, message: Message)]

  /// Whether both have the same categories and messages.
  package static func == (a: PluralForms, b: PluralForms) -> Bool {
    a.forms.elementsEqual(b.forms) { $0.category == $1.category && $0.message == $1.message }
  }

  /// Hashes the messages.
  package func hash(into hasher: inout Hasher) {
    for form in forms { hasher.combine(form.message) }
  }

  /// The message for a category, or `nil` if there is none.
  package subscript(category: PluralCategory) -> Message? {
    forms.first { $0.category == category }?.message
  }

  /// The rules by which a platform selects a form.
  package enum Platform: Hashable, Sendable {
    /// The rules of CLDR.
    case cldr
    /// The rules of CLDR, except that `zero` applies to 0 in all languages.
    case apple
  }

  /// Converts a plural, or returns `nil` if categories cannot represent it: an offset, an ordinal,
  /// or an exact number that is not the only number of a category.
  ///
  /// Categories that the language does not use are kept, as files contain them and they are never
  /// selected. On Apple's platforms, `zero` would be selected for 0, so that it is omitted there.
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

  /// Creates forms from messages by category.
  package init(_ forms: [PluralCategory: Message]) {
    self.forms = PluralCategory.allCases.compactMap { category in
      forms[category].map { (category, $0) }
    }
  }

  /// Returns the plural for forms that were read from a file of a platform.
  ///
  /// - Returns: the plural; `nil` if there is no form for `other`.
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
  /// The message as a single plural, with the surrounding text moved into its branches, which is
  /// what `plurals` of Android and gettext support.
  ///
  /// - Returns: the plural; `nil` unless the message contains exactly one plural, no select, and no
  ///   branches within branches. Also `nil` if text surrounds more branches than `PluralForms` can
  ///   have, because each of them would contain that text.
  package var asOnePlural: MessageArgument? {
    guard hasPlaceholders else { return nil }
    let elements = elements
    var found: Int?
    for index in elements.indices {
      switch elements[index] {
      case .argument(let argument) where argument.isChoice:
        if found != nil { return nil }
        found = index
      // `#` would get the number of the plural into which it is moved.
      case .pluralNumber: return nil
      case .text, .placeholder, .argument: continue
      }
    }
    guard let pluralIndex = found, case .argument(let argument) = elements[pluralIndex],
      case .plural = argument.kind, !argument.containsBranch(where: \.hasBranches)
    else { return nil }
    if elements.count == 1 { return argument }
    // The limit allows each category, and an exact number for each of them.
    let maxBranches = 2 * PluralCategory.allCases.count
    if case .plural(let plural) = argument.kind, plural.kind == .cardinal,
      plural.branches.count > maxBranches
    {
      return nil
    }
    return argument.mapBranches { message in
      Message(
        Array(elements[..<pluralIndex]) + message.elements + Array(elements[(pluralIndex + 1)...]))
    }
  }
}
