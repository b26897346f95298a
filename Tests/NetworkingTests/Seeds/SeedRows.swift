import Foundation
import Testing
import TremaTestSupport

// Copied from the feature tables of the five libraries; one character per library, in the order of
// `Seed`: `●` supported, `◐` partly, `✗` broken, `○` planned, `–` not supported.

/// The libraries that Trema comes from.
enum Seed: Int, CaseIterable {
  case girders, swifty, restBird, justNetworking, flooid
}

enum SeedRows {
  /// The rows that have a mark for a library.
  static func of(_ seed: Seed) -> Set<String> {
    Set(all.filter { isMarked(Array($0.marks)[seed.rawValue]) }.map(\.name))
  }

  /// The rows that no library has.
  static var ofNone: Set<String> {
    Set(all.filter { $0.marks == "–––––" }.map(\.name))
  }

  private static func isMarked(_ mark: Character) -> Bool { "●◐✗○".contains(mark) }

  static let all: [(name: String, marks: String)] = [
    ("Immutable request value", "●–◐●●"),
    ("Separate mutable/builder stage", "●●–◐–"),
    (
      "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)",
      "●◐–◐●"
    ),
    ("Pure decorator functions", "●◐–●–"),
    ("`|>` forward pipe", "●––––"),
    ("`compose(f, g, …)`, `identity`", "–––●–"),
    ("Set any field by key path, composable", "–––●–"),
    ("Reusable generator per endpoint/URL/verb", "●––◐◐"),
    ("Endpoint protocol (enum, struct or class) with defaults", "●–◐●◐"),
    ("Associated values carry parameters", "●–●●●"),
    ("Base URL: per service / from configuration / one global / override", "●●●●●"),
    ("Service = functions returning a lazy request", "◐●◐–●"),
    ("Services composed by protocol composition; view model sees one slice", "–––◐●"),
    ("Subscript path builder; `\"path\".get(query:)` on strings", "––––●"),
    ("Query already in the path survives", "◐●–––"),
    ("Compile-time check: no body on GET", "–●––◐"),
    ("Methods", "94664"),
    ("Verb returning body type for DELETE", "–●–––"),
    ("Tags / ids seen by interceptors", "–●–––"),
    ("Build errors held until send (`creationError`)", "–●–––"),
    ("Query from dictionary, chained", "●●◐◐●"),
    ("Add-if-present operator `<++ (key, optional)`", "◐◐––●"),
    ("Array formats", "–◐A–●"),
    ("Bool 1/0 or true/false; date format; allowed-character sets", "–◐A–●"),
    ("Default per-method encoding (.url GET/HEAD/DELETE, .json rest, .custom)", "◐–●––"),
    ("Header map, client default headers, merge; empty value skipped", "●●●◐●"),
    ("Basic credentials", "●●–––"),
    ("Session cookie + XSRF header helper", "●––––"),
    ("Timeout / cache policy on request", "–––●●"),
    ("Priority", "–✗–––"),
    ("JSON from Encodable, own encoder", "◐●●–◐"),
    ("JSON from dictionary / array", "●●◐–●"),
    ("Form fields body", "●●●–●"),
    ("Raw data (+ type sniffing by first byte) / string", "●●–––"),
    ("Multipart: data parts, file name, file URL, chained", "–●✗––"),
    ("Upload from file / stream", "––––○"),
    ("Download to file / resume", "○–––○"),
    ("Progress up / down", "––✗––"),
    ("Streaming body, SSE, JSON lines", "–––––"),
    ("WebSocket", "–––––"),
    ("Compress request body", "–––––"),
    ("Response object: status, headers, url, body, typed object", "●●–––"),
    ("Handler chain: canHandle(type) + process", "●◐–◐●"),
    ("Decodable with own decoder", "●●●●●"),
    ("Void / empty", "–●●●–"),
    ("Arrays of T", "◐●●●●"),
    ("Status → error", "●●●––"),
    ("Error body reachable", "●●◐––"),
    ("Content-type check", "◐–●––"),
    ("Error type", "gNaaa"),
    ("Composable error handlers (silent re-login on 401)", "●◐◐––"),
    ("Replaceable transport protocol", "●●●●●"),
    ("Blocking call", "●––––"),
    ("`get(url)` shortcut", "●–––◐"),
    ("Completion closure", "●●●●●"),
    ("async/await", "–––––"),
    ("Promise / Rx / Combine", "●–●––"),
    ("Delivery queue", "m●✗●–"),
    ("Cancel", "◐–––●"),
    ("Cold, repeatable executable", "–✗–●●"),
    ("Inject session / configuration", "●●●––"),
    ("Objective-C callers", "–●–––"),
    ("Ordered request interceptors", "◐●◐◐◐"),
    ("Ordered response interceptors", "◐●◐––"),
    ("Force fail / force succeed", "–●◐––"),
    ("Around-chain (`next`), may call it again", "–––––"),
    ("Fixed built-in order", "–●–––"),
    ("Constraint gate: satisfied?/satisfy/finish(error); waiters share one run", "–●–––"),
    ("Retry: limit, backoff, idempotent methods, status/error lists", "–––––"),
    ("Token refresh, single flight, excessive-refresh guard", "◐◐––○"),
    ("HTTP cache (RFC 9111)", "–––◐◐"),
    ("Private CA anchors; client p12; per request", "●––––"),
    ("Pinning by SPKI hash", "–––––"),
    ("Redirect policy; max; strip credentials", "–––––"),
    ("Cookie jar of its own", "–––––"),
    ("Reachability / wait when offline", "–––––"),
    ("Network inspector (list + detail, timings)", "–●–––"),
    ("Task metrics", "–●–––"),
    ("Mock", "–●◐◐●"),
    ("De-duplicate same in-flight request", "–––––"),
    ("Code generation", "––●––"),
  ]
}

/// A row of the tables, and its tests: names of tests in the file, or `Suite: name`.
typealias SeedTable = [String: [String]]

extension SeedRows {
  /// Returns whether a table has all rows of a library and no other, and its tests exist.
  static func check(_ table: SeedTable, of seed: Seed, file: String = #filePath) throws {
    try check(table, of(seed), file: file)
  }

  static func check(_ table: SeedTable, _ rows: Set<String>, file: String) throws {
    #expect(rows.subtracting(table.keys).sorted() == [], "rows without a test")
    #expect(Set(table.keys).subtracting(rows).sorted() == [], "tests of rows that are none")
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    for name in Set(table.values.joined()) {
      let parts = name.components(separatedBy: ": ")
      let path = parts.count == 2 ? folder.appendingPathComponent(parts[0]).path : file
      let source = try String(contentsOfFile: path, encoding: .utf8)
      #expect(source.contains("func `\(parts[parts.count - 1])`"), "no test '\(name)'")
    }
  }
}

extension SeedRows {
  /// Returns whether each block of the right column of a page is in one of these files of tests.
  static func checkPage(_ page: String, file: String, _ others: String...) throws {
    let blocks = try PageBlocks(page: "Migrating/\(page)").blocks
    #expect(blocks.count >= 4)
    let sources = try ([file] + others).map(PageBlocks.source)
    for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
  }
}
