/// The constants of the compiled catalog format (`.tremac`). All integers are little-endian, and
/// all offsets are in bytes from the start of the file.
///
/// ```
/// header, 64 bytes
/// slots   8 bytes each: the low half of a hash, the number of an entry
/// entries 16 bytes each: offset, length of the key, of the text, of the pattern
/// heap    for each entry, in their order: key, text, pattern; then the language tag
/// ```
///
/// See `Documentation/Formats/Compiled.md`.
package enum CompiledLayout {
  /// The signature, which follows the design of the PNG signature: a byte that is not ASCII, the
  /// name, and bytes that a text-mode transfer would change.
  package static let magic: [UInt8] = [0x89, 0x54, 0x52, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The format's version. Readers reject all other versions.
  package static let version: UInt32 = 1

  /// The header's size, in bytes.
  package static let headerSize = 64
  /// A slot's size, in bytes.
  package static let slotSize = 8
  /// An entry's size, in bytes.
  package static let entrySize = 16

  /// The offsets of the fields in the header, which have 32 bits unless noted otherwise.
  package enum Field {
    package static let version = 8
    package static let fileLength = 12
    package static let checksum = 16
    package static let entryCount = 20
    /// The seed of the hash, 64 bits.
    package static let seed = 24
    package static let bucketCount = 32
    package static let probes = 36
    package static let entries = 40
    package static let heap = 44
    package static let language = 48
    package static let languageLength = 52
    /// Reserved, 64 bits that are zero.
    package static let reserved = 56
  }

  /// The offset at which the checksummed range starts; it extends to the end of the file. The
  /// fields before it are checked individually.
  package static let checksumStart = 20

  /// The number of an entry in an empty slot.
  package static let noEntry = UInt32.max

  /// The maximum number of slots that a lookup may visit. Readers reject files that require more.
  package static let maxProbes: UInt32 = 16

  /// The maximum file size, in bytes. The sum of any offset and length fits into 64 bits.
  package static let maxFileSize = Int(Int32.max)

  /// The maximum nesting depth of messages. The message parser allows 16.
  package static let maxDepth = 24

  /// The largest number in a message, which fits into the integers of all platforms.
  package static let maxNumber: UInt32 = 999_999_999

  /// The maximum number of digits on either side of a number style's decimal separator.
  package static let maxDigits: UInt32 = 30
}

/// The codes in patterns.
package enum CompiledPattern {
  /// The flag in the first byte of a pattern for a message that requires arguments.
  package static let takesArguments: UInt8 = 1
  /// The flag in the first byte of a pattern for a message with branches.
  package static let hasBranches: UInt8 = 2

  /// The code for a message element.
  package enum Element: UInt8, CaseIterable, Sendable {
    case text = 0
    case placeholder = 1
    case argument = 2
    case pluralNumber = 3
  }

  /// The flags for the optional fields of a placeholder, which follow its conversion.
  package enum Part {
    package static let position: UInt8 = 1
    package static let flags: UInt8 = 2
    package static let width: UInt8 = 4
    package static let precision: UInt8 = 8
    package static let length: UInt8 = 16
    package static let dateSuffix: UInt8 = 32
    package static let all: UInt8 = 63
  }

  /// The code for the type of an argument in braces.
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
  /// The flag of a number style for percentages.
  package static let isPercent: UInt8 = 2

  /// The code that replaces a category before an exact number.
  package static let exact: UInt8 = 6

  /// The letters of conversions. The placeholder parser supports no others.
  package static let conversions: [UInt8] = Array("@diDuUxXoOfFeEgGaAcCsSpbBhHntT".utf8)
}
