import TremaFormats
import TremaMessages
import TremaSupport

/// A file to import, and the properties derived from its path.
package struct ImportSource: Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The format of the file.
  package var format: ReadableFormat
  /// The language in the path: `fr.lproj/…`, `values-fr/…`, `Texts_fr.properties`.
  package var language: LanguageTag?
  /// Whether the file is the default for languages that have no file of their own, as in `values/`
  /// or `Base.lproj`. Its texts are in the master language.
  package var isDefault = false
  /// Whether the file applies only to some devices or conditions, as in `values-night/`.
  package var isVariant = false
  /// Whether the file was discovered in a folder rather than specified.
  package var isDiscovered = false
  /// The path with `*` instead of the language, which is the same for all files of a table:
  /// `App/*.lproj/Localizable.strings`, `res/values*/strings.xml`, `messages*.properties`.
  package var pattern: String

  package init(path: String, format: ReadableFormat) {
    self.path = path
    self.format = format
    pattern = path
  }

  /// Creates a source from a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format, or `nil` to determine it from the file's name.
  /// - Returns: `nil` if the format is not known.
  package init?(path: String, as format: ReadableFormat? = nil) {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    let isDetected = format == nil
    guard var format = format ?? ReadableFormat(fileName: name) else { return nil }
    if isDetected, format == .android, ReadableFormat.isComposePath(path) { format = .compose }
    self.init(path: path, format: format)
    let folder = parts.dropLast().last ?? ""
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast()
      .joined(separator: ".")
    switch format {
    case _ where format.store != nil:
      guard let listing = format.store.flatMap({ ListingPath(path, in: $0) }) else { return }
      (language, pattern) = (listing.language, listing.pattern)
    case _ where folder.hasSuffix(".lproj"):
      let tag = String(folder.dropLast(".lproj".count))
      isDefault = tag == "Base"
      language = isDefault ? nil : AppleFolder.language(tag)
      replaceFolder(with: "*.lproj")
    case .android, .compose:
      switch AndroidFolder(folder) {
      case .standard: isDefault = true
      case .language(let tag): language = tag
      case .variation(let tag): (language, isVariant) = (tag, true)
      // Compose Multiplatform has qualifiers of its own, such as `dark`.
      case nil where format == .compose && folder.hasPrefix("values-"): isVariant = true
      case nil: return
      }
      replaceFolder(with: "values*")
    default:
      if let (tag, rest) = Self.language(inStem: stem) {
        language = tag
        replaceName(with: "\(rest)*\(name.dropFirst(stem.count))")
      } else if [.json, .properties, .arb, .po, .strings, .stringsdict].contains(format) {
        let isGettext = folder == "LC_MESSAGES"
        let above = isGettext ? parts.dropLast(2).last : parts.dropLast().last
        language = above.flatMap { LanguageTag.posix($0) }.flatMap { $0.ifPlausible }
        if language != nil { replaceFolder(with: "*", above: isGettext ? 1 : 0) }
      }
      // Java falls back to this file for keys missing in the language's file.
      isDefault = format == .properties && language == nil
      if isDefault { replaceName(with: "\(stem)*.properties") }
    }
  }

  /// Sets the pattern to the path with the file name replaced.
  private mutating func replaceName(with name: String) {
    pattern = "\(path.dropLast(path.split(separator: "/").last?.count ?? 0))\(name)"
  }

  /// Sets the pattern to the path with the name of a folder replaced.
  ///
  /// - Parameters:
  ///   - name: The new name, with `*` instead of the language.
  ///   - above: The number of folders between the file and the folder that names the language.
  private mutating func replaceFolder(with name: String, above: Int = 0) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    parts[parts.count - 2 - above] = name
    pattern = parts.joined(separator: "/")
  }

  /// Returns the language at the end of a file name without its extension, and the part before it:
  /// `messages_pt_BR`, `fr`, `sr@latin`, `app-de`.
  private static func language(inStem stem: String) -> (LanguageTag, rest: Substring)? {
    if let tag = LanguageTag.posix(stem)?.ifPlausible { return (tag, "") }
    for index in stem.indices where "_-.".contains(stem[index]) {
      let rest = String(stem[stem.index(after: index)...])
      if let tag = LanguageTag.posix(rest)?.ifPlausible { return (tag, stem[..<index]) }
    }
    return nil
  }
}
