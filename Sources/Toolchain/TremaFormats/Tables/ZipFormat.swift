/// The structure of a ZIP file. Numbers are little-endian.
///
/// Source: PKWARE, APPNOTE.TXT - .ZIP File Format Specification, 6.3.
enum ZipFormat {
  static let localSignature = 0x0403_4B50
  static let directorySignature = 0x0201_4B50
  static let endSignature = 0x0605_4B50
  static let zip64LocatorSignature = 0x0706_4B50

  /// Lengths without names, extra fields and comments.
  static let localLength = 30
  static let directoryLength = 46
  static let endLength = 22
  static let zip64LocatorLength = 20

  /// Bits of the flags.
  static let encrypted = 1
  static let utf8Name = 0x800

  static let stored = 0
  static let deflated = 8
}

/// One file inside a ZIP file.
struct ZipEntry {
  /// The name as it is written. Never a path to open.
  var name: [UInt8]
  var flags: Int
  var method: Int
  var checkSum: UInt32
  var compressedSize: Int
  /// The size in the directory.
  var size: Int
  /// The offset of its local header.
  var header: Int
  /// The offset of its bytes, known when the local header has been read.
  var start = 0

  var isEncrypted: Bool { flags & ZipFormat.encrypted != 0 }

  /// For messages.
  var shownName: String { String(decoding: name, as: UTF8.self) }

  /// The name by which a workbook finds a part: without regard to the case of ASCII letters, and
  /// with slashes where odd programs write backslashes.
  ///
  /// Source: ECMA-376 part 2, 6.2.2.3, part name equivalence.
  static func folded(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "\\"): UInt8(ascii: "/")
      default: byte
      }
    }
  }
}
