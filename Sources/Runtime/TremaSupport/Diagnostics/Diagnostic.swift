/// The severity of a finding, in ascending order: note, warning, error.
package enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// The severities in ascending order.
  case note, warning, error

  package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  /// The position in the order.
  var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A diagnostic about a user's file: the problem, its location, its severity and how to solve it.
package struct Diagnostic: Error, Hashable, Sendable {
  /// The kind of the problem, which determines the exit status.
  package enum Kind: Hashable, Sendable {
    /// A problem in a readable file, counted according to its severity.
    case finding
    /// A problem with the command line.
    case usage
    /// An input that cannot be read.
    case unreadable
    /// An output that cannot be written.
    case unwritable
  }

  /// Another location that explains the finding.
  package struct Related: Hashable, Sendable {
    /// The role of a related location, for programs.
    package enum Role: String, Hashable, Sendable {
      case definedHere, overriddenBy, rule, duplicate
    }

    package var location: SourceLocation
    /// The explanation.
    package var message: String
    /// The role, if it has one.
    package var role: Role?

    package init(_ message: String, at location: SourceLocation, role: Role? = nil) {
      self.location = location
      self.message = message
      self.role = role
    }
  }

  /// A replacement of source text that solves the problem.
  package struct Edit: Hashable, Sendable {
    /// The range that is replaced.
    package var location: SourceLocation
    /// The new text.
    package var replacement: String

    package init(at location: SourceLocation, replacement: String) {
      self.location = location
      self.replacement = replacement
    }
  }

  package var severity: Severity
  /// The stable identifier of the check, in lowercase with hyphens: `duplicate-key`.
  package var code: String
  /// The message that states the problem.
  package var message: String
  /// The location, or `nil` if the problem is not in a file.
  package var location: SourceLocation?
  /// Other locations that explain the finding.
  package var related: [Related] = []
  /// The advice for solving the problem.
  package var hint: String?
  /// The replacements that solve the problem.
  package var fixes: [Edit] = []
  /// The kind of the problem.
  package var kind: Kind = .finding
  /// The subject of the finding, such as a key, or a key and a language. It is part of the
  /// fingerprint so that a finding keeps its identity when lines move.
  package var subject: String = ""
  /// The key of the text that the finding is about, if any.
  package var key: String?
  /// The text's language, as written in the file.
  package var language: String?
  /// The environments of a configuration in which the problem occurs.
  package var environments: [String] = []
  /// The path to a value of a configuration. Array indices are numbers from 0.
  package var keyPath: [String] = []
  /// The requirement of a rule, and the actual value that violates it. Never contains a secret.
  package var expected, actual: String?
  /// The byte range of `location` in its file, if the reader provides it.
  package var bytes: Range<Int>?
  /// The number of findings from the same check and file that this diagnostic summarizes, or 0 for
  /// a finding.
  package var omitted = 0

  /// Creates a diagnostic.
  ///
  /// A message or hint of more than 4 KiB is shortened to its beginning and end. A subject of more
  /// than 1 KiB is shortened to its beginning and a hash.
  package init(
    _ severity: Severity, _ code: String, _ message: String, at location: SourceLocation? = nil,
    hint: String? = nil, subject: String = "", kind: Kind = .finding
  ) {
    self.severity = severity
    self.code = code
    self.message = message.shortenedMessage
    self.location = location
    self.hint = hint?.shortenedMessage
    self.subject = subject.shortenedField
    self.kind = kind
  }

  /// The fingerprint: 16 hexadecimal digits that remain the same when the finding only moves to a
  /// different line.
  ///
  /// It is the 64-bit FNV-1a hash of the code, the file name and the subject. The file's folders
  /// are not included, so the fingerprint does not depend on the working directory or on how the
  /// path is written. Files with the same name in different folders share fingerprints.
  package var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let path = location?.file ?? ""
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let file = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    // A summary keeps its identity regardless of its number; there is one for each severity.
    let identity = omitted > 0 ? severity.rawValue : subject.isEmpty ? message : subject
    for part in [code[...], file, identity[...]] {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = hash &* 0x100_0000_01b3  // a NUL between the parts
    }
    return hash.paddedHexadecimal
  }
}

extension UInt64 {
  /// The number as exactly 16 hexadecimal digits.
  var paddedHexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
