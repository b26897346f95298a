import TremaFormats

extension ImportSource {
  /// Creates the source of a file with the format that its name and, if the name does not suffice,
  /// its beginning have.
  ///
  /// - Returns: `nil` if the file is not one of a known format.
  init?(existing path: String) {
    self.init(path: path)
    guard format.isIdentifiedByName || Self.accepts(path, format) else { return nil }
  }

  /// Whether the beginning of a file is that of a format. A file that cannot be read is not
  /// recognized.
  private static func accepts(_ path: String, _ format: ReadableFormat) -> Bool {
    guard let file = try? InputFile(regular: path) else { return false }
    let next = file.source()
    var bytes: [UInt8] = []
    while bytes.count < ReadableFormat.sampleSize {
      guard let piece = try? next() else { return format.accepts(bytes, isWhole: true) }
      bytes += piece
    }
    return format.accepts(bytes, isWhole: false)
  }
}
