/// An argument in the spelling of ICU MessageFormat: `{name}`, `{0, number}`,
/// `{count, plural, one {# day} other {# days}}`.
///
/// Source: ICU User Guide, "Formatting Messages"; `MessagePattern`, apostrophe mode DOUBLE_OPTIONAL.
package struct MessageArgument: Hashable, Sendable {
  /// The name or the number of an argument.
  package enum Name: Hashable, Sendable {
    case named(String)
    /// Counted from 1, as placeholders are; ICU's `{0}` is number 1.
    case numbered(Int)
  }

  // What a kind says of itself is apart: a message may have ten thousand arguments, nearly all of
  // them plain, and a kind that is nothing but a pointer is soon copied and soon let go.
  package indirect enum Kind: Hashable, Sendable {
    /// `{name}`.
    case plain
    /// `{n, number}`.
    case number(NumberStyle)
    /// `{d, date, short}`.
    case date(DateLength?)
    /// `{t, time}`.
    case time(DateLength?)
    /// `{n, plural, …}` and `{n, selectordinal, …}`.
    case plural(Plural)
    /// `{gender, select, …}`; `other` is among the branches.
    case select([SelectBranch])
  }

  package struct Plural: Hashable, Sendable {
    package var kind: PluralKind
    /// The offset that is subtracted from the number before a category is chosen and `#` is shown; exact
    /// numbers are compared with the whole.
    package var offset: Int
    /// In the order of the source; no selector twice, and `other` among them.
    package var branches: [PluralBranch]

    package init(_ kind: PluralKind = .cardinal, offset: Int = 0, _ branches: [PluralBranch]) {
      self.kind = kind
      self.offset = offset
      self.branches = branches
    }

    package subscript(selector: PluralSelector) -> Message? {
      branches.first { $0.selector == selector }?.message
    }

    package subscript(category: PluralCategory) -> Message? { self[.category(category)] }
  }

  package struct PluralBranch: Hashable, Sendable {
    package var selector: PluralSelector
    package var message: Message

    package init(_ selector: PluralSelector, _ message: Message) {
      self.selector = selector
      self.message = message
    }
  }

  package struct SelectBranch: Hashable, Sendable {
    package var keyword: String
    package var message: Message

    package init(_ keyword: String, _ message: Message) {
      self.keyword = keyword
      self.message = message
    }
  }

  package var name: Name
  package var kind: Kind

  package init(_ name: Name, _ kind: Kind = .plain) {
    self.name = name
    self.kind = kind
  }

  package static func == (a: MessageArgument, b: MessageArgument) -> Bool {
    if a.name != b.name { return false }
    // What is plain is told apart without a look at all that a kind may say.
    if case .plain = a.kind { return if case .plain = b.kind { true } else { false } }
    return a.kind == b.kind
  }
}

/// The condition of a branch of a plural.
package enum PluralSelector: Hashable, Sendable {
  /// `=0`: this number, in every language.
  case exact(Int)
  case category(PluralCategory)

  /// The word in a message: `=0`, `few`.
  package var spelling: String {
    switch self {
    case .exact(let number): "=\(number)"
    case .category(let category): category.rawValue
    }
  }
}

/// How long a date or a time is written; each language has its own forms.
package enum DateLength: String, CaseIterable, Hashable, Sendable {
  case short, medium, long, full
}

extension MessageArgument {
  /// The messages of the branches, in their order; none for what has no branches.
  package var branches: [Message] {
    switch kind {
    case .plural(let plural): plural.branches.map(\.message)
    case .select(let branches): branches.map(\.message)
    case .plain, .number, .date, .time: []
    }
  }

  /// Goes through the messages of the branches, and makes no array of them.
  package func forEachBranch(_ body: (Message) -> Void) {
    switch kind {
    case .plural(let plural):
      for index in plural.branches.indices { body(plural.branches[index].message) }
    case .select(let branches): for index in branches.indices { body(branches[index].message) }
    case .plain, .number, .date, .time: break
    }
  }

  /// Whether a branch fulfils a condition.
  package func containsBranch(where isWanted: (Message) -> Bool) -> Bool {
    switch kind {
    case .plural(let plural): plural.branches.contains { isWanted($0.message) }
    case .select(let branches): branches.contains { isWanted($0.message) }
    case .plain, .number, .date, .time: false
    }
  }

  /// Whether it is a plural or a select: both have the branch `other` at least.
  package var isChoice: Bool {
    switch kind {
    case .plural(let plural): !plural.branches.isEmpty
    case .select(let branches): !branches.isEmpty
    case .plain, .number, .date, .time: false
    }
  }

  /// The same argument with other branches.
  package func mapBranches(_ transform: (Message) -> Message) -> MessageArgument {
    var argument = self
    switch kind {
    case .plural(let plural):
      argument.kind = .plural(
        Plural(
          plural.kind, offset: plural.offset,
          plural.branches.map { PluralBranch($0.selector, transform($0.message)) }))
    case .select(let branches):
      argument.kind = .select(
        branches.map { SelectBranch($0.keyword, transform($0.message)) })
    case .plain, .number, .date, .time: break
    }
    return argument
  }
}
