import TremaDates
import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Exchanges in the HAR 1.2 format, which is also written by browsers and proxies.
///
/// See http://www.softwareishard.com/blog/har-12-spec/. As specified, the names of custom members
/// start with `_`.
public struct HTTPArchive: Sendable {
  /// The exchanges in order.
  public var exchanges: [RecordedExchange]

  /// Creates an archive from exchanges.
  public init(_ exchanges: [RecordedExchange] = []) { self.exchanges = exchanges }

  /// Reads an archive, which may have been written by a different program. Its bodies are stored
  /// without content coding, so fields that describe the coding and the encoded length are omitted.
  ///
  /// - Throws: ``ArchiveError`` if the archive is invalid.
  public init(har bytes: [UInt8]) throws(ArchiveError) {
    let document: JSONValue
    do throws(Diagnostic) {
      document = try JSONValue.decode(bytes, file: "har", keepsDuplicates: true)
    } catch {
      throw .notJSON(line: error.location?.start?.line ?? 1)
    }
    guard let entries = document["log"]?["entries"]?.array else { throw .malformed("log.entries") }
    var exchanges: [RecordedExchange] = []
    for (index, entry) in entries.enumerated() {
      exchanges.append(try HAREntryReader(entry, "log.entries[\(index)]").exchange())
    }
    self.exchanges = exchanges
  }

  /// Reads an archive from a file.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be read or the archive is invalid.
  public init(file path: String) throws(ArchiveError) {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw .cannotRead(HTTPSyntax.escaped(path))
    }
    try self.init(har: [UInt8](data))
  }

  /// Returns the document in UTF-8. Equal exchanges result in equal bytes.
  ///
  /// - Parameter rule: The secrets to replace.
  public func bytes(redacting rule: RedactionRule = .standard) -> [UInt8] {
    let entries = exchanges.map { HAREntryWriter(rule.redacted($0)).entry }
    let log: JSONValue = [
      "version": "1.2", "creator": ["name": "Trema", "version": "1.0"],
      "entries": JSONValue(.array(entries)),
    ]
    return JSONWriter().bytes(of: ["log": log])
  }

  /// Writes the document to a file, which is replaced atomically.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(_:)`` if the file cannot be written.
  public func write(
    to path: String, redacting rule: RedactionRule = .standard
  ) throws(ArchiveError) {
    do {
      try Data(bytes(redacting: rule)).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .cannotWrite(HTTPSyntax.escaped(path))
    }
  }
}

/// An error that occurs when reading or writing an archive.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The file at the path cannot be read.
  case cannotRead(String)
  /// The file at the path cannot be written.
  case cannotWrite(String)
  /// The document is not valid JSON; `line` is the line of the first error.
  case notJSON(line: Int)
  /// A member such as `log.entries[3].request.url` is missing or invalid.
  case malformed(String)
}

extension ArchiveError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .cannotRead(let path): "cannot read the archive '\(path)'"
    case .cannotWrite(let path): "cannot write the archive '\(path)'"
    case .notJSON(let line): "line \(line) of the archive is not valid JSON"
    case .malformed(let member): "'\(member)' is missing or invalid in the archive"
    }
  }
}

extension HTTPArchive: Redacted {
  /// A textual representation of this instance.
  public var description: String { "an archive of \(exchanges.count) exchanges" }
}

/// The format of dates in archives.
///
/// See RFC 3339, section 5.6.
enum ArchiveDate {
  /// Returns a date like `2026-11-21T06:30:00.125Z`. Dates outside the years 0 to 9999 are replaced
  /// with the first or last second of that range.
  static func text(_ date: Date) -> String { date.rfc3339(fraction: .digits(3)) }

  /// Parses a date in this format, with an optional fraction and an offset, which may also have the
  /// form `+0100`. Returns `nil` if the date is invalid.
  static func date(_ text: String) -> Date? {
    try? Timestamp(rfc3339: text, .allowShortOffset).date
  }
}
