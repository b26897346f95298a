/// An argument in the syntax of ICU MessageFormat: `{name}`, `{0, number}`,
/// `{count, plural, one {# day} other {# days}}`.
///
/// See "Formatting Messages" in the ICU User Guide, and `MessagePattern`, apostrophe mode
/// DOUBLE_OPTIONAL.
package struct MessageArgument: Hashable, Sendable {
  /// The name or number of an argument.
  package enum Name: Hashable, Sendable {
    /// A name.
    case named(String)
    /// A number from 1, as for placeholders. ICU's `{0}` is number 1.
    case numbered(Int)
  }

  // The associated values are stored indirectly: a message may have 10,000 arguments, most of them
  // plain, and a kind that is only a pointer is fast to copy and release.
  /// The type of an argument and its details.
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
    /// `{gender, select, …}`. The branches include `other`.
    case select([SelectBranch])
  }

  /// The details of a plural or selectordinal argument.
  package struct Plural: Hashable, Sendable {
    /// The kind of categories that are used: cardinal or ordinal.
    package var kind: PluralKind
    /// The offset that is subtracted from the number to determine its category and to format `#`.
    /// Exact numbers are compared with the original number.
    package var offset: Int
    /// The branches in source order. Selectors are unique and include `other`.
    package var branches: [PluralBranch]

    /// Creates a plural.
    package init(_ kind: PluralKind = .cardinal, offset: Int = 0, _ branches: [PluralBranch]) {
      self.kind = kind
      self.offset = offset
      self.branches = branches
    }

    /// The message of the branch with a selector, or `nil` if there is none.
    package subscript(selector: PluralSelector) -> Message? {
      branches.first { $0.selector == selector }?.message
    }

    /// The message of the branch with a category, or `nil` if there is none.
    package subscript(category: PluralCategory) -> Message? { self[.category(category)] }
  }

  /// A branch of a plural.
  package struct PluralBranch: Hashable, Sendable {
    package var selector: PluralSelector
    package var message: Message

    package init(_ selector: PluralSelector, _ message: Message) {
      self.selector = selector
      self.message = message
    }
  }

  /// A branch of a select.
  package struct SelectBranch: Hashable, Sendable {
    /// The argument value that selects the branch, or `other`.
    package var keyword: String
    package var message: Message

    package init(_ keyword: String, _ message: Message) {
      self.keyword = keyword
      self.message = message
    }
  }

  /// The name or number.
  package var name: Name
  /// The type and its details.
  package var kind: Kind

  /// Creates an argument.
  package init(_ name: Name, _ kind: Kind = .plain) {
    self.name = name
    self.kind = kind
  }

  /// Returns whether the two arguments are equal.
  package static func == (a: MessageArgument, b: MessageArgument) -> Bool {
    if a.name != b.name { return false }
    // Comparing plain arguments first avoids comparing associated values.
    if case .plain = a.kind { return if case .plain = b.kind { true } else { false } }
    return a.kind == b.kind
  }
}

/// The condition that selects a plural branch.
package enum PluralSelector: Hashable, Sendable {
  /// An exact number, such as `=0`, in all languages.
  case exact(Int)
  /// A category of the language.
  case category(PluralCategory)

  /// The selector in ICU syntax, such as `=0` or `few`.
  package var spelling: String {
    switch self {
    case .exact(let number): "=\(number)"
    case .category(let category): category.rawValue
    }
  }
}

/// The length of a formatted date or time. Each language has its own formats.
package enum DateLength: String, CaseIterable, Hashable, Sendable {
  case short, medium, long, full
}

extension MessageArgument {
  /// The messages of the branches in order, or empty if the argument has no branches.
  package var branches: [Message] {
    switch kind {
    case .plural(let plural): plural.branches.map(\.message)
    case .select(let branches): branches.map(\.message)
    case .plain, .number, .date, .time: []
    }
  }

  /// Calls a closure with the message of each branch, without creating an array.
  package func forEachBranch(_ body: (Message) -> Void) {
    switch kind {
    case .plural(let plural):
      for index in plural.branches.indices { body(plural.branches[index].message) }
    case .select(let branches): for index in branches.indices { body(branches[index].message) }
    case .plain, .number, .date, .time: break
    }
  }

  /// Returns whether the message of any branch satisfies a condition.
  package func containsBranch(where predicate: (Message) -> Bool) -> Bool {
    switch kind {
    case .plural(let plural): plural.branches.contains { predicate($0.message) }
    case .select(let branches): branches.contains { predicate($0.message) }
    case .plain, .number, .date, .time: false
    }
  }

  /// Whether the argument is a plural or select, which has at least an `other` branch.
  package var isChoice: Bool {
    switch kind {
    case .plural(let plural): !plural.branches.isEmpty
    case .select(let branches): !branches.isEmpty
    case .plain, .number, .date, .time: false
    }
  }

  /// Returns the argument with the messages of its branches replaced.
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
