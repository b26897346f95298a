/// The numbers of a compiled catalogue, `.tremac`. All integers are little-endian, all offsets count
/// bytes from the beginning of the file.
///
/// ```
/// header, 64 bytes
/// slots   8 bytes each: the low half of a hash, the number of an entry
/// entries 16 bytes each: offset, length of the key, of the text, of the pattern
/// heap    for each entry, in their order: key, text, pattern; then the language tag
/// ```
///
/// Source: `Documentation/Formats/Compiled.md`.
package enum CompiledLayout {
  /// The signature, built like that of PNG: a byte that is no ASCII, the name, and bytes that a transfer
  /// as text would change.
  package static let magic: [UInt8] = [0x89, 0x54, 0x52, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Readers refuse every other one.
  package static let version: UInt32 = 1

  package static let headerSize = 64
  package static let slotSize = 8
  package static let entrySize = 16

  /// The offsets of the fields of the header.
  package enum Field {
    package static let version = 8
    package static let fileLength = 12
    package static let checksum = 16
    package static let entryCount = 20
    /// 64 bits.
    package static let seed = 24
    package static let bucketCount = 32
    package static let probes = 36
    package static let entries = 40
    package static let heap = 44
    package static let language = 48
    package static let languageLength = 52
    /// 64 bits, all zero.
    package static let reserved = 56
  }

  /// The checksum is of all bytes from here to the end; what is before is checked by itself.
  package static let checksumStart = 20

  /// In place of a number in a slot that holds none.
  package static let noEntry = UInt32.max

  /// The most slots that a look-up may look at; readers refuse a file that asks for more.
  package static let mostProbes: UInt32 = 16

  /// The largest file, in bytes. All sums of an offset and a length fit into 64 bits.
  package static let largestFile = Int(Int32.max)

  /// Messages in messages; the parser of messages allows 16.
  package static let deepest = 24

  /// The largest number in a message, which every platform can count to.
  package static let largestNumber: UInt32 = 999_999_999

  /// The most digits that a number style asks for on either side of the decimal sign.
  package static let mostDigits: UInt32 = 30
}

/// The bytes that patterns consist of.
package enum CompiledPattern {
  /// The first byte of a pattern: what can be known of it without reading it.
  package static let takesArguments: UInt8 = 1
  package static let hasBranches: UInt8 = 2

  /// The first byte of an element of a message.
  package enum Element: UInt8, CaseIterable, Sendable {
    case text = 0
    case placeholder = 1
    case argument = 2
    case pluralNumber = 3
  }

  /// Which fields of a placeholder follow its conversion.
  package enum Part {
    package static let position: UInt8 = 1
    package static let flags: UInt8 = 2
    package static let width: UInt8 = 4
    package static let precision: UInt8 = 8
    package static let length: UInt8 = 16
    package static let dateSuffix: UInt8 = 32
    package static let all: UInt8 = 63
  }

  /// The kind of an argument in braces.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case plain = 0
    case number = 1
    case date = 2
    case time = 3
    case plural = 4
    case ordinal = 5
    case select = 6
  }

  /// The flag of a number style with grouping.
  package static let isGrouped: UInt8 = 1
  package static let isPercent: UInt8 = 2

  /// In place of the number of a category: an exact number follows.
  package static let exact: UInt8 = 6

  /// The letters that a conversion ends with; the parser of placeholders reads no others.
  package static let conversions: [UInt8] = Array("@diDuUxXoOfFeEgGaAcCsSpbBhHntT".utf8)
}
