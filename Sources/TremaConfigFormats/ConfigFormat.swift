import ConfigKit
import TremaDiagnostics

/// The forms that a configuration comes in, by the ending of the file's name.
public enum ConfigFormat: String, CaseIterable, Sendable {
  /// A property list: XML, binary or as text, whichever its bytes say.
  case plist
  case json

  /// - Returns: nil when the ending is none of ours.
  public init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: String(decoding: name[name.index(after: dot)...], as: UTF8.self))
  }

  /// What a file says, and what is wrong with it though it can be read.
  public struct Reading: Sendable {
    public var value: ConfigValue
    public var problems: [Diagnostic]

    public init(_ value: ConfigValue, problems: [Diagnostic] = []) {
      self.value = value
      self.problems = problems
    }
  }

  /// Reads one file.
  ///
  /// - Parameters:
  ///   - bytes: the whole of it.
  ///   - file: the path to print in diagnostics; it is not opened.
  /// - Returns: a value whose parts know their bytes; of two entries with one key it has the first,
  ///   and `problems` the error `duplicate-key`.
  /// - Throws: kind `.unreadable`, at the first mistake that leaves nothing to read.
  public func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Reading {
    switch self {
    case .plist: try PropertyListConfig.decode(bytes, file: file)
    case .json: try JSONConfig.decode(bytes, file: file)
    }
  }
}

/// Entries of which each key stands once, and a finding for each that stands again.
struct UniqueEntries {
  private(set) var problems: [Diagnostic] = []

  mutating func dictionary(_ entries: [ConfigDictionary.Entry]) -> ConfigDictionary {
    var duplicates: [(again: ConfigDictionary.Entry, first: ConfigDictionary.Entry)] = []
    let dictionary = ConfigDictionary(entries, duplicates: &duplicates)
    problems += duplicates.map { Self.duplicate($0.again, of: $0.first) }
    return dictionary
  }

  private static func duplicate(
    _ again: ConfigDictionary.Entry, of first: ConfigDictionary.Entry
  ) -> Diagnostic {
    let line = first.keyPlace.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      .error, "duplicate-key", "key '\(again.key)' is defined twice\(line)",
      at: again.keyPlace.location,
      hint: "remove one of the two: the platforms do not agree on which one counts",
      subject: again.key)
    diagnostic.related =
      first.keyPlace.location.map {
        [Diagnostic.Related("the first", at: $0)]
      } ?? []
    return diagnostic
  }
}
