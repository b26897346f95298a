import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Finds the verified translations whose master value changed after the translation did.
///
/// The versions of the catalog are passed from newest to oldest. Because versions differ in few
/// texts, only the part between their common prefix and suffix is decoded.
package struct TranslationHistory {
  /// The stale translations found so far, by key and language, with the change that made each of
  /// them stale.
  package private(set) var stale: StaleTranslations = [:]
  /// The languages of values that older versions can no longer affect, by key.
  private var decided: [ExactKey: Set<String>] = [:]
  /// The bytes of the oldest version so far.
  private var bytes: [UInt8]
  /// The options for decoding a version.
  private let options: TremaDecoder.Options

  /// Creates a history that starts with the current version.
  ///
  /// - Parameters:
  ///   - bytes: The current bytes of the catalog.
  ///   - options: The options for decoding a version.
  package init(of bytes: [UInt8], options: TremaDecoder.Options = .init()) {
    self.bytes = bytes
    self.options = options
  }

  /// Returns whether a catalog may contain a verified value, without decoding it. The result is
  /// `true` if the word `verified` occurs anywhere.
  package static func mightContainVerified(_ bytes: [UInt8]) -> Bool {
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

  /// Examines the next older version.
  ///
  /// A version that cannot be read is skipped.
  ///
  /// - Parameters:
  ///   - older: The catalog before the last examined version.
  ///   - change: The change that turned `older` into that version.
  package mutating func stepBack(to older: [UInt8], undoing change: MasterChange) {
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
      // A value that is verified in this version either equals the current value or has already
      // been decided.
      for value in text.values where value.status == .verified && value.language != master {
        if decided[key]?.contains(value.language) ?? false { continue }
        // If the older version doesn't have a value in this form, this change created or verified
        // it, and its master has not changed since.
        let isUntouched =
          before.map { Self.isSame(value, $0[value.language], comparingStatus: true) } ?? false
        if isUntouched, !masterChanged { continue }
        decided[key, default: []].insert(value.language)
        if isUntouched { stale[key, default: [:]][value.language] = change }
      }
      // A value that isn't verified in this version was verified by a newer change, so older
      // changes of its master don't matter.
      for value in text.values where value.status != .verified {
        decided[key, default: []].insert(value.language)
      }
    }
  }

  /// Returns whether two values have the same source and, if compared, the same status, or are both
  /// `nil`.
  private static func isSame(_ value: Value?, _ other: Value?, comparingStatus: Bool) -> Bool {
    guard let value, let other else { return value == nil && other == nil }
    return value.source.equalsExactly(other.source)
      && (!comparingStatus || value.status == other.status)
  }
}

/// Two versions of a file, and the texts between their common prefix and suffix.
struct VersionDifference {
  /// The bytes of the newer version.
  private let newer: [UInt8]
  /// The bytes of the older version.
  private let older: [UInt8]
  /// The length of the common prefix in bytes.
  private let prefixLength: Int
  /// The common suffix's length in bytes. It doesn't overlap the prefix.
  private let suffixLength: Int

  /// Finds the common prefix and suffix of two versions.
  init(_ newer: [UInt8], _ older: [UInt8]) {
    self.newer = newer
    self.older = older
    let shorter = min(newer.count, older.count)
    var (prefix, suffix) = (0, 0)
    // Bounds checks for every byte would dominate the cost.
    newer.withUnsafeBufferPointer { newer in
      older.withUnsafeBufferPointer { older in
        while prefix < shorter, newer[prefix] == older[prefix] { prefix += 1 }
        while suffix < shorter - prefix,
          newer[newer.count - 1 - suffix] == older[older.count - 1 - suffix]
        { suffix += 1 }
      }
    }
    (self.prefixLength, self.suffixLength) = (prefix, suffix)
  }

  /// Decodes both versions, skipping most of the texts that are the same in both.
  ///
  /// - Returns: `nil` if the versions are equal, or one of them cannot be read.
  func texts(_ options: TremaDecoder.Options) -> (newer: Catalog, older: Catalog)? {
    if newer.count == older.count, prefixLength == newer.count { return nil }
    // For each version, a document with the root tag and the differing texts is created. If it is
    // not well-formed, the whole files are decoded.
    if let (head, tail) = commonEnds {
      func part(_ bytes: [UInt8]) -> [UInt8] {
        bytes[..<head.root] + bytes[head.text..<bytes.count - tail] + Array("</trema>".utf8)
      }
      if let both = Self.read(part(newer), part(older), options) { return both }
    }
    return Self.read(newer, older, options)
  }

  /// Decodes two versions.
  ///
  /// - Returns: `nil` if one of them cannot be read.
  private static func read(
    _ newer: [UInt8], _ older: [UInt8], _ options: TremaDecoder.Options
  ) -> (newer: Catalog, older: Catalog)? {
    guard let newer = try? Catalog.decode(newer, file: "", options: options),
      let older = try? Catalog.decode(older, file: "", options: options)
    else { return nil }
    return (newer.0, older.0)
  }

  /// The parts of the file that surround the differing texts.
  ///
  /// The parts are found with a byte search for tags. A false match, such as in a comment, results
  /// in a part that cannot be decoded or that contains more texts than necessary, but not in an
  /// incorrect result.
  ///
  /// - Returns: The offset of the first text, the offset of the last text that starts within the
  ///   common prefix, and how many bytes follow the first text that ends within the common suffix,
  ///   or `nil` if no text starts within the prefix.
  private var commonEnds: (head: (root: Int, text: Int), tail: Int)? {
    let (open, close) = (Array("<text".utf8), Array("</text>".utf8))
    let common = newer[..<prefixLength]
    guard let root = Self.first(open, in: common),
      let text = Self.last(open, in: common)
    else { return nil }
    let end = Self.first(close, in: newer[(newer.count - suffixLength)...])
    return ((root, text), end.map { newer.count - $0 - close.count } ?? 0)
  }

  /// Returns the index where a byte sequence first occurs.
  private static func first(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }

  /// Returns the index where a byte sequence last occurs.
  private static func last(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.last { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}
