import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Finds the verified translations whose master changed after they did, from the versions that a
/// catalogue had, newest first.
///
/// Versions differ in few texts: only what stands between the bytes that two of them have in common
/// is read.
package struct TranslationHistory {
  /// What is known to be stale so far.
  package private(set) var stale: StaleTranslations = [:]
  /// By key, the languages of values of which everything is known.
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
