import TremaSupport

/// The `Content-Type` for a body without a declared one.
enum GuessedType {
  /// The type of unknown content.
  static let unknown = "application/octet-stream"

  /// Returns the type for a file extension, ignoring case, or `nil` if it is unknown.
  ///
  /// See the IANA media type registry.
  static func forFileExtension(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return typesByExtension[
      String(decoding: bytes[(dot + 1)...].map(ASCII.lowercased), as: UTF8.self)]
  }

  /// The types by lowercase extension.
  private static let typesByExtension: [String: String] = [
    "7z": "application/x-7z-compressed", "aac": "audio/aac", "avi": "video/x-msvideo",
    "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2",
    "css": "text/css", "csv": "text/csv",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif",
    "gz": "application/gzip", "heic": "image/heic", "heif": "image/heif", "htm": "text/html",
    "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "js": "text/javascript", "json": "application/json", "m4a": "audio/mp4",
    "m4v": "video/x-m4v", "md": "text/markdown", "mjs": "text/javascript",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg",
    "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg", "otf": "font/otf",
    "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
    "tif": "image/tiff", "tiff": "image/tiff", "ttf": "font/ttf", "txt": "text/plain",
    "vcf": "text/vcard", "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm",
    "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
    "zip": "application/zip",
  ]

  /// Returns the type for the first bytes of some content, or `unknown` if they match no signature.
  ///
  /// Content that starts with `{` and ends with `}`, or starts with `[` and ends with `]`, ignoring
  /// whitespace, is treated as JSON without being parsed.
  static func sniffed(_ bytes: [UInt8]) -> String {
    for (signature, type) in signatures where bytes.starts(with: signature) { return type }
    if bytes.starts(with: "RIFF".utf8), bytes.count >= 12 {
      if bytes[8..<12].elementsEqual("WEBP".utf8) { return "image/webp" }
      if bytes[8..<12].elementsEqual("WAVE".utf8) { return "audio/wav" }
    }
    if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
      return ["heic", "heix", "mif1"].contains(String(decoding: bytes[8..<12], as: UTF8.self))
        ? "image/heic" : "video/mp4"
    }
    let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let first = bytes.first { !isBlank($0) }
    let last = bytes.last { !isBlank($0) }
    switch (first, last) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      return "application/json"
    default: return unknown
    }
  }

  /// The first bytes of file formats, and their types.
  private static let signatures: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    ([0xFF, 0xD8, 0xFF], "image/jpeg"),
    (Array("GIF87a".utf8), "image/gif"),
    (Array("GIF89a".utf8), "image/gif"),
    (Array("%PDF-".utf8), "application/pdf"),
    ([0x49, 0x49, 0x2A, 0x00], "image/tiff"),
    ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"),
    ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
    ([0x1F, 0x8B], "application/gzip"),
    (Array("<?xml".utf8), "application/xml"),
    (Array("OggS".utf8), "application/ogg"),
    (Array("ID3".utf8), "audio/mpeg"),
  ]
}
