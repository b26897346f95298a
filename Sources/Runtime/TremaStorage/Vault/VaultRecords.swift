#if canImport(CTremaSodium)
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A vault's decrypted secrets. They stay in one block of protected memory. Individual secrets
  /// are copied from it.
  ///
  ///     count, 4 bytes; then each: service, name, secret: length, 4 bytes, and bytes
  struct VaultRecords {
    /// The encoded secrets.
    let bytes: SecretBytes
    /// The offsets of each secret in `bytes`.
    private let ranges: [SecretKey: Range<Int>]

    /// Creates an empty set.
    init() { self = VaultRecords([:]) }

    /// A secret in a new set: the offsets in the old memory, or new data.
    private enum Part {
      case existing(Range<Int>)
      case new(Data)

      var count: Int {
        switch self {
        case .existing(let range): range.count
        case .new(let data): data.count
        }
      }
    }

    /// Encodes secrets.
    init(_ secrets: [SecretKey: Data]) {
      self.init(secrets.mapValues { .new($0) }, from: SecretBytes(copying: []))
    }

    /// Reads encoded secrets.
    ///
    /// - Throws: `damaged(.body)` for an encoding that no version writes.
    init(_ bytes: SecretBytes, path: String) throws(SecretError) {
      let ranges = bytes.withBytes { Self.ranges($0) }
      guard let ranges else { throw .damaged(.body, path: path) }
      self.bytes = bytes
      self.ranges = ranges
    }

    /// The keys of all secrets, in no particular order.
    var keys: Dictionary<SecretKey, Range<Int>>.Keys { ranges.keys }

    /// Returns a copy of a secret, or `nil` if there is none.
    func data(for key: SecretKey) -> Data? {
      guard let range = ranges[key] else { return nil }
      return bytes.withBytes { Data($0[range]) }
    }

    /// Returns the secrets after replacing, adding or removing some of them.
    ///
    /// - Parameter changes: The new secrets by key; `nil` removes a secret.
    func applying(_ changes: [SecretKey: Data?]) -> VaultRecords {
      var parts = ranges.mapValues { Part.existing($0) }
      for (key, data) in changes { parts[key] = data.map { .new($0) } }
      return VaultRecords(parts, from: bytes)
    }

    /// Encodes secrets, copying the ones that are kept from the old memory.
    private init(_ parts: [SecretKey: Part], from old: SecretBytes) {
      // The secrets are sorted so that equal sets have equal bytes.
      let sorted = parts.sorted { $0.key < $1.key }
      let count = sorted.reduce(4) { sum, part in
        sum + 12 + part.key.service.utf8.count + part.key.name.utf8.count + part.value.count
      }
      var ranges: [SecretKey: Range<Int>] = [:]
      bytes = SecretBytes(count: count) { target in
        var offset = 0
        func put(_ bytes: some Collection<UInt8>) {
          UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyBytes(from: bytes)
          offset += bytes.count
        }
        func putLength(_ length: Int) { put(UInt32(length).littleEndianBytes) }
        putLength(sorted.count)
        for (key, part) in sorted {
          for text in [key.service, key.name] {
            putLength(text.utf8.count)
            put(text.utf8)
          }
          putLength(part.count)
          let start = offset
          switch part {
          case .existing(let range): old.withBytes { put($0[range]) }
          case .new(let data): put(data)
          }
          ranges[key] = start..<offset
        }
      }
      self.ranges = ranges
    }

    /// Returns the offsets of the encoded secrets, or `nil` if the encoding is invalid.
    private static func ranges(_ bytes: UnsafeRawBufferPointer) -> [SecretKey: Range<Int>]? {
      var reader = LittleEndianReader(bytes)
      func part() -> Range<Int>? {
        reader.readNumber(UInt32.self).flatMap { reader.take(Int($0)) }
      }
      func text() -> String? { part().flatMap { String(validUTF8: bytes[$0]) } }
      guard let count = reader.readNumber(UInt32.self) else { return nil }
      var ranges: [SecretKey: Range<Int>] = [:]
      for _ in 0..<count {
        guard let service = text(), let name = text(), let range = part(),
          ranges.updateValue(range, forKey: SecretKey(name, service: service)) == nil
        else { return nil }
      }
      return reader.isAtEnd ? ranges : nil
    }
  }
#endif
