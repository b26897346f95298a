import TremaDates
import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Exchanges as a HAR 1.2: what browsers and proxies write, too.
///
/// Source: http://www.softwareishard.com/blog/har-12-spec/. Members of our own begin with `_`, as it
/// asks.
public struct HTTPArchive: Sendable {
  /// The exchanges in their order.
  public var exchanges: [RecordedExchange]

  /// Creates an archive.
  public init(_ exchanges: [RecordedExchange] = []) { self.exchanges = exchanges }

  /// Reads one, of whomever. Bodies in it are without content coding, so that the fields which tell of
  /// one, and of its length, are left out.
  ///
  /// - Throws: ``ArchiveError``.
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

  /// - Throws: ``ArchiveError``, also for a file that cannot be read.
  public init(file path: String) throws(ArchiveError) {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw .cannotRead(HTTPSyntax.shown(path))
    }
    try self.init(har: [UInt8](data))
  }

  /// The document, UTF-8: the same bytes for the same exchanges.
  public func bytes(redacting rule: RedactionRule = .standard) -> [UInt8] {
    let entries = exchanges.map { HAREntryWriter(rule.redacted($0)).entry }
    let log: JSONValue = [
      "version": "1.2", "creator": ["name": "Trema", "version": "1.0"],
      "entries": JSONValue(.array(entries)),
    ]
    return JSONWriter().bytes(of: ["log": log])
  }

  /// Writes a file beside the place, and moves it there.
  public func write(
    to path: String, redacting rule: RedactionRule = .standard
  ) throws(ArchiveError) {
    do {
      try Data(bytes(redacting: rule)).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .cannotWrite(HTTPSyntax.shown(path))
    }
  }
}

/// Why there is no archive.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The path.
  case cannotRead(String)
  case cannotWrite(String)
  /// The archive is invalid JSON; `line` is the line of the first mistake.
  case notJSON(line: Int)
  /// The member that is missing or not what it should be: `log.entries[3].request.url`.
  case malformed(String)
}

extension ArchiveError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .cannotRead(let path): "the archive '\(path)' cannot be read"
    case .cannotWrite(let path): "the archive '\(path)' cannot be written"
    case .notJSON(let line): "line \(line) of the archive is no JSON"
    case .malformed(let member): "'\(member)' of the archive is missing, or not what a HAR holds"
    }
  }
}

extension HTTPArchive: Redacted {
  /// A description for logs and messages.
  public var description: String { "an archive of \(exchanges.count) exchanges" }
}

/// Dates as archives have them.
///
/// Source: RFC 3339, section 5.6.
enum ArchiveDate {
  /// `2026-11-21T06:30:00.125Z`; years beyond 0 to 9999 are the first or the last second of those.
  static func text(_ date: Date) -> String { date.rfc3339(fraction: .digits(3)) }

  /// Reads any of that form, with a fraction and an offset or without; also `+0100`.
  static func date(_ text: String) -> Date? {
    try? Timestamp(rfc3339: text, .allowShortOffset).date
  }
}
