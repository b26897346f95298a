import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Finds the verified translations whose master changed after they did, from the versions that a
/// catalogue had, newest first.
///
/// Versions differ in few texts: only what is between the bytes that two of them have in common
/// is read.
package struct TranslationHistory {
  /// The stale translations that are known so far.
  package private(set) var stale: StaleTranslations = [:]
  /// The languages of values of which everything is known, by key.
  private var decided: [ExactKey: Set<String>] = [:]
  private var bytes: [UInt8]
  private let options: TremaDecoder.Options

  /// - Parameter bytes: the catalogue as it is now.
  package init(of bytes: [UInt8], options: TremaDecoder.Options = .init()) {
    self.bytes = bytes
    self.options = options
  }

  /// Whether a value may be verified at all.
  package static func mayTell(_ bytes: [UInt8]) -> Bool {
    let word = Array("verified".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var index = bytes.startIndex
      while index + word.count <= bytes.count {
        if bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) {
          return true
        }
        index += 1
      }
      return false
    }
  }

  /// Goes back one version.
  ///
  /// - Parameters:
  ///   - older: the catalogue before the last version that was seen.
  ///   - change: what made that of it.
  package mutating func goBack(to older: [UInt8], undoing change: MasterChange) {
    defer { bytes = older }
    guard let (newer, older) = VersionDifference(bytes, older).texts(options) else { return }
    let befores = Dictionary(
      older.texts.map { (ExactKey($0.key), $0) }, uniquingKeysWith: { first, _ in first })
    let master = newer.header.masterLanguage
    for text in newer.texts {
      let key = ExactKey(text.key)
      let before = befores[key]
      let masterChanged =
        before.map { before in
          !Self.isSame(
            text[master], before[older.header.masterLanguage], comparingStatus: false)
        } ?? false
      // What was verified in this version is what it is now, or is decided already.
      for value in text.values where value.status == .verified && value.language != master {
        if decided[key]?.contains(value.language) ?? false { continue }
        // A text began where it is first seen, its translations with it.
        let isUntouched =
          before.map { Self.isSame(value, $0[value.language], comparingStatus: true) } ?? false
        if isUntouched, !masterChanged { continue }
        decided[key, default: []].insert(value.language)
        if isUntouched { stale[key, default: [:]][value.language] = change }
      }
      // What is not verified now was not when this version was the newest.
      for value in text.values where value.status != .verified {
        decided[key, default: []].insert(value.language)
      }
    }
  }

  private static func isSame(_ value: Value?, _ other: Value?, comparingStatus: Bool) -> Bool {
    guard let value, let other else { return value == nil && other == nil }
    return value.source.isExactly(other.source)
      && (!comparingStatus || value.status == other.status)
  }
}

/// Two versions of a file, and the texts between the bytes they have in common.
struct VersionDifference {
  private let newer: [UInt8]
  private let older: [UInt8]
  /// How many bytes both begin and end with.
  private let prefix: Int
  private let suffix: Int

  init(_ newer: [UInt8], _ older: [UInt8]) {
    self.newer = newer
    self.older = older
    let shorter = min(newer.count, older.count)
    var (prefix, suffix) = (0, 0)
    // Checking an index for every byte would be most of the work.
    newer.withUnsafeBufferPointer { newer in
      older.withUnsafeBufferPointer { older in
        while prefix < shorter, newer[prefix] == older[prefix] { prefix += 1 }
        while suffix < shorter - prefix,
          newer[newer.count - 1 - suffix] == older[older.count - 1 - suffix]
        { suffix += 1 }
      }
    }
    (self.prefix, self.suffix) = (prefix, suffix)
  }

  /// Both versions without the texts that are the same in both.
  ///
  /// - Returns: nil when nothing differs, or a version cannot be read.
  func texts(_ options: TremaDecoder.Options) -> (newer: Catalog, older: Catalog)? {
    if newer.count == older.count, prefix == newer.count { return nil }
    if let (head, tail) = commonEnds {
      func part(_ bytes: [UInt8]) -> [UInt8] {
        bytes[..<head.root] + bytes[head.text..<bytes.count - tail] + Array("</trema>".utf8)
      }
      if let both = Self.read(part(newer), part(older), options) { return both }
    }
    return Self.read(newer, older, options)
  }

  private static func read(
    _ newer: [UInt8], _ older: [UInt8], _ options: TremaDecoder.Options
  ) -> (newer: Catalog, older: Catalog)? {
    guard let newer = try? Catalog.decode(newer, file: "", options: options),
      let older = try? Catalog.decode(older, file: "", options: options)
    else { return nil }
    return (newer.0, older.0)
  }

  /// The ends of the root tag and of the last whole text within the common beginning, and how many
  /// bytes after the end of a text both end with. Nil where no text is whole before the
  /// difference. What only looks like a tag makes a part that cannot be read, or one with more
  /// texts than need be.
  private var commonEnds: (head: (root: Int, text: Int), tail: Int)? {
    let (open, close) = (Array("<text".utf8), Array("</text>".utf8))
    let common = newer[..<prefix]
    guard let root = Self.first(open, in: common),
      let text = Self.last(open, in: common)
    else { return nil }
    let end = Self.first(close, in: newer[(newer.count - suffix)...])
    return ((root, text), end.map { newer.count - $0 - close.count } ?? 0)
  }

  private static func first(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }

  private static func last(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.last { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}
