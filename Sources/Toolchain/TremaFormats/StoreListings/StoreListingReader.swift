import TremaCatalog
import TremaMessages
import TremaSupport

/// A reader of the files of a store listing. The path of a file determines its key.
enum StoreListingReader {
  /// Reads a file. White space and line breaks at its ends are not part of the text, and an empty
  /// file contains no text.
  ///
  /// - Throws: A diagnostic if the path is not one of the listing, or the file is not in UTF-8.
  static func read(
    _ bytes: [UInt8], of store: Store, _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    guard let path = ListingPath(options.file, in: store) else {
      throw Diagnostic(
        .error, "unknown-file",
        "'\(options.file)' is not a text of a listing in \(store.title)",
        at: SourceLocation(file: options.file),
        hint: "name the folder that contains the folders of the locales, such as 'en-US'",
        kind: .unreadable)
    }
    let start = try TextEncoding.markLength(bytes, file: options.file)
    if let offset = TextEncoding.firstInvalid(bytes) {
      throw Diagnostic(
        .error, "invalid-encoding", "the file is not UTF-8 here",
        at: SourceLocation(
          file: options.file, start: SourcePosition.start.advanced(over: bytes[..<offset])),
        hint: "save it as UTF-8", kind: .unreadable)
    }
    var reading = FormatReading(options)
    let content = bytes[start...]
    let text = Store.normalized(String(decoding: content, as: UTF8.self))
    if text.isEmpty { return reading }
    let outer = content.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let position = SourcePosition.start.advanced(over: bytes[..<outer.endIndex])
    let value = Value(
      language: options.language ?? path.language.description, message: Message([.text(text)]),
      options: options, at: position)
    reading.texts.append(
      Text(
        key: options.listingPrefix + path.field.key, values: [value], options: options,
        at: position))
    return reading
  }
}
