/// How bad a finding is. Ordered: a note is less than a warning, a warning less than an error.
package enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  case note, warning, error

  package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// One thing to say about a user's file: what, where, how bad, and what to do about it.
package struct Diagnostic: Error, Hashable, Sendable {
  /// The kind of the problem, which decides the exit status.
  package enum Kind: Hashable, Sendable {
    /// Something in a readable file; counts by its severity.
    case finding
    /// The command line is wrong.
    case usage
    /// An input that cannot be read at all.
    case unreadable
    /// An output that cannot be written.
    case unwritable
  }

  /// Another place that explains the finding.
  package struct Related: Hashable, Sendable {
    /// The role of a related place, for programs.
    package enum Role: String, Hashable, Sendable {
      case definedHere, overriddenBy, rule, duplicate
    }

    package var location: SourceLocation
    package var message: String
    package var role: Role?

    package init(_ message: String, at location: SourceLocation, role: Role? = nil) {
      self.location = location
      self.message = message
      self.role = role
    }
  }

  /// A replacement of source text that would mend the finding.
  package struct Edit: Hashable, Sendable {
    package var location: SourceLocation
    package var replacement: String

    package init(at location: SourceLocation, replacement: String) {
      self.location = location
      self.replacement = replacement
    }
  }

  package var severity: Severity
  /// Stable, lower case, words joined by hyphens: `duplicate-key`.
  package var code: String
  package var message: String
  package var location: SourceLocation?
  package var related: [Related] = []
  package var hint: String?
  package var fixes: [Edit] = []
  package var kind: Kind = .finding
  /// The subject of the finding (a key, a key and a language): part of the fingerprint, so that a finding
  /// keeps its identity when lines move.
  package var subject: String = ""
  /// The text that the finding is about, where it is about one.
  package var key: String?
  /// The language that it is about, as the file spells it.
  package var language: String?
  /// The environments of a configuration that it is found in.
  package var environments: [String] = []
  /// The keys on the way to a value of a configuration, places in arrays as numbers from 0.
  package var keyPath: [String] = []
  /// The requirement of a rule and the actual value, where a value breaks it; never a secret.
  package var expected, actual: String?
  /// The bytes of ``location`` in its file, where the reader counts them.
  package var bytes: Range<Int>?
  /// How many findings of its rule in its file are not told one by one but by this; 0 for a finding.
  package var omitted = 0

  /// Creates a diagnostic. A message or hint of more than 4 KiB is shortened to its beginning and end, a
  /// subject of more than 1 KiB to its beginning and a hash.
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

  /// 16 hexadecimal digits that stay the same when the finding merely moves to another line:
  /// FNV-1a (64 bits) over code, name of the file and subject. The folders of the file do not
  /// count, so that it is the same from wherever and however the file was named; files of one name
  /// in several folders share fingerprints.
  package var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let path = location?.file ?? ""
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let file = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    // The rest stays the rest, however much it is; there is one for each severity.
    let matter = omitted > 0 ? severity.rawValue : subject.isEmpty ? message : subject
    for part in [code[...], file, matter[...]] {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = hash &* 0x100_0000_01b3  // a NUL between the parts
    }
    return hash.sixteenDigits
  }
}

extension UInt64 {
  /// In hexadecimal digits, all of them.
  var sixteenDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
