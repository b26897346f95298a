import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// Finds the verified translations whose master changed after they did, from the versions that a
/// catalogue had, newest first.
///
/// Versions differ in few texts: only what stands between the bytes that two of them have in common
/// is read.
public struct TranslationHistory {
  /// What is known to be stale so far.
  public private(set) var stale: StaleTranslations = [:]
  /// Languages of values, by key, that are as they are now in all versions so far.
  private var undecided: [ExactKey: Set<String>] = [:]
  private var bytes: [UInt8]
  private let options: TremaDecoder.Options

  /// - Parameters:
  ///   - bytes: the catalogue as it is now.
  /// - Throws: when it cannot be read.
  public init(
    of bytes: [UInt8], file: String, options: TremaDecoder.Options = .init()
  ) throws(Diagnostic) {
    self.bytes = bytes
    self.options = options
    let (catalogue, _) = try Catalog.decode(bytes, file: file, options: options)
    let master = catalogue.header.masterLanguage
    for text in catalogue.texts {
      let verified = text.values.filter { $0.status == .verified && $0.language != master }
      if !verified.isEmpty { undecided[ExactKey(text.key)] = Set(verified.map(\.language)) }
    }
  }

  /// True when older versions have nothing more to tell.
  public var isDecided: Bool { undecided.isEmpty }

  /// Goes back one version.
  ///
  /// - Parameters:
  ///   - older: the catalogue before the last version that was seen.
  ///   - change: what made that of it.
  public mutating func goBack(to older: [UInt8], undoing change: MasterChange) {
    defer { bytes = older }
    guard let (newer, older) = VersionDifference(bytes, older).texts(options) else { return }
    let befores = Dictionary(
      older.texts.map { (ExactKey($0.key), $0) }, uniquingKeysWith: { first, _ in first })
    for text in newer.texts {
      let key = ExactKey(text.key)
      guard let languages = undecided[key] else { continue }
      guard let before = befores[key] else {
        // It began here, its translations with it.
        undecided[key] = nil
        continue
      }
      let masterChanged = !Self.isSame(
        text[newer.header.masterLanguage], before[older.header.masterLanguage],
        comparingStatus: false)
      let left = languages.filter { language in
        guard Self.isSame(text[language], before[language], comparingStatus: true) else {
          return false
        }
        if masterChanged { stale[key, default: [:]][language] = change }
        return !masterChanged
      }
      undecided[key] = left.isEmpty ? nil : left
    }
  }

  private static func isSame(_ value: Value?, _ other: Value?, comparingStatus: Bool) -> Bool {
    guard let value, let other else { return value == nil && other == nil }
    return value.source.utf8.elementsEqual(other.source.utf8)
      && (!comparingStatus || value.status == other.status)
  }
}
