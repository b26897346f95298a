import TremaFormats

extension ImportSource {
  /// Creates the source for a file with the format that its name or, if the name isn't enough, its
  /// first bytes indicate.
  ///
  /// - Returns: `nil` if the file is not one of a known format.
  init?(existing path: String) {
    self.init(path: path)
    guard format.isIdentifiedByName || Self.accepts(path, format) else { return nil }
  }

  /// Whether a file starts like a file in the format. A file that can't be read isn't recognized.
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
