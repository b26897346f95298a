/// The structure of a ZIP file. Numbers are little-endian.
///
/// See PKWARE, APPNOTE.TXT - .ZIP File Format Specification, 6.3.
enum ZipFormat {
  /// The signature of a local header, `PK\3\4`.
  static let localSignature = 0x0403_4B50
  /// The signature of an entry in the central directory, `PK\1\2`.
  static let directorySignature = 0x0201_4B50
  /// The signature of the end record, `PK\5\6`.
  static let endSignature = 0x0605_4B50
  /// The signature of the record that refers to a ZIP64 end record, `PK\6\7`.
  static let zip64LocatorSignature = 0x0706_4B50

  /// The fixed lengths of the records, in bytes, without names, extra fields and comments.
  static let localLength = 30
  static let directoryLength = 46
  static let endLength = 22
  static let zip64LocatorLength = 20

  /// The bits of the general-purpose flags.
  static let encrypted = 1
  /// The name is in UTF-8.
  static let utf8Name = 0x800

  /// The supported compression methods.
  static let stored = 0
  static let deflated = 8
}

/// An entry in the central directory of a ZIP file.
struct ZipEntry {
  /// The name as stored in the file, in an unknown encoding. It must never be opened as a path.
  var name: [UInt8]
  /// The general-purpose flags.
  var flags: Int
  /// The compression method.
  var method: Int
  /// The CRC-32 of the decompressed bytes.
  var checkSum: UInt32
  /// The compressed size, in bytes.
  var compressedSize: Int
  /// The decompressed size according to the directory, in bytes.
  var size: Int
  /// The offset of the local header.
  var headerOffset: Int
  /// The offset of the compressed bytes. It is valid once the local header has been read.
  var start = 0

  var isEncrypted: Bool { flags & ZipFormat.encrypted != 0 }

  /// The name for messages, with invalid UTF-8 replaced.
  var displayName: String { String(decoding: name, as: UTF8.self) }

  /// Returns the form of a name that is used to locate a part in a workbook, with ASCII letters in
  /// lowercase and slashes instead of the backslashes that some programs write.
  ///
  /// See ECMA-376 Part 2, section 6.2.2.3, for part name equivalence.
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
