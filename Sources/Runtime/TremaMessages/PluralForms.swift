/// A plural in the form that platforms support: one message per category, without exact numbers.
///
/// `.stringsdict`, `.xcstrings`, Android's `plurals` and gettext support only categories.
package struct PluralForms: Hashable, Sendable {
  /// The messages in category order. The categories include `other`.
  package var forms: [(category: PluralCategory, message: Message)]

  /// Returns whether the two have the same categories and messages.
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

  /// The rules that a platform uses to select a form.
  package enum Platform: Hashable, Sendable {
    /// The CLDR rules.
    case cldr
    /// The CLDR rules, except that `zero` applies to 0 in all languages.
    case apple
  }

  /// Converts a plural. Returns `nil` if categories cannot represent it: if it has an offset, is
  /// ordinal, or has an exact number that is not the only number in a category.
  ///
  /// Categories that the language does not use are kept, because files contain them and they are
  /// never selected. An exception is `zero`, which Apple platforms would select for 0. It is
  /// omitted for them.
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

  /// Returns the plural for forms that were read from a platform's file.
  ///
  /// - Returns: The plural, or `nil` if there is no `other` form.
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
  /// The message as a single plural with the surrounding text moved into its branches, as Android's
  /// `plurals` and gettext require.
  ///
  /// - Returns: The plural, or `nil` unless the message contains exactly one plural, no select, and
  ///   no nested branches. Also `nil` if text surrounds more branches than `PluralForms` can have,
  ///   because each branch would contain a copy of that text.
  package var asOnePlural: MessageArgument? {
    guard hasPlaceholders else { return nil }
    let elements = elements
    var found: Int?
    for index in elements.indices {
      switch elements[index] {
      case .argument(let argument) where argument.isChoice:
        if found != nil { return nil }
        found = index
      // Inside the plural, `#` would refer to a different number.
      case .pluralNumber: return nil
      case .text, .placeholder, .argument: continue
      }
    }
    guard let pluralIndex = found, case .argument(let argument) = elements[pluralIndex],
      case .plural = argument.kind, !argument.containsBranch(where: \.hasBranches)
    else { return nil }
    if elements.count == 1 { return argument }
    // The limit allows a branch for each category, and one exact number per category.
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
