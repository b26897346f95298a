#if canImport(CTremaSodium)
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// The secrets of a vault. They stay in one piece of secret memory; what is asked for is copied out.
  ///
  ///     count, 4 bytes; then each: service, name, secret: length, 4 bytes, and bytes
  struct VaultRecords {
    let bytes: SecretBytes
    private let places: [SecretKey: Range<Int>]

    init() { self = VaultRecords([:]) }

    private enum Part {
      case kept(Range<Int>)
      case new(Data)

      var count: Int {
        switch self {
        case .kept(let place): place.count
        case .new(let data): data.count
        }
      }
    }

    init(_ secrets: [SecretKey: Data]) {
      self.init(secrets.mapValues { .new($0) }, from: SecretBytes(copying: []))
    }

    /// - Throws: `damaged(.body)` for what no version writes.
    init(_ bytes: SecretBytes, path: String) throws(SecretError) {
      let places = bytes.withBytes { Self.places($0) }
      guard let places else { throw .damaged(.body, path: path) }
      self.bytes = bytes
      self.places = places
    }

    var keys: Dictionary<SecretKey, Range<Int>>.Keys { places.keys }

    func data(for key: SecretKey) -> Data? {
      guard let place = places[key] else { return nil }
      return bytes.withBytes { Data($0[place]) }
    }

    /// - Parameter changes: nil takes one away.
    func changing(_ changes: [SecretKey: Data?]) -> VaultRecords {
      var parts = places.mapValues { Part.kept($0) }
      for (key, data) in changes { parts[key] = data.map { .new($0) } }
      return VaultRecords(parts, from: bytes)
    }

    private init(_ parts: [SecretKey: Part], from old: SecretBytes) {
      // The same secrets are the same bytes.
      let sorted = parts.sorted { $0.key < $1.key }
      let count = sorted.reduce(4) { sum, part in
        sum + 12 + part.key.service.utf8.count + part.key.name.utf8.count + part.value.count
      }
      var places: [SecretKey: Range<Int>] = [:]
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
          case .kept(let place): old.withBytes { put($0[place]) }
          case .new(let data): put(data)
          }
          places[key] = start..<offset
        }
      }
      self.places = places
    }

    private static func places(_ bytes: UnsafeRawBufferPointer) -> [SecretKey: Range<Int>]? {
      var reader = LittleEndianReader(bytes)
      func part() -> Range<Int>? {
        reader.number(UInt32.self).flatMap { reader.take(Int($0)) }
      }
      func text() -> String? { part().flatMap { String(validating: bytes[$0], as: UTF8.self) } }
      guard let count = reader.number(UInt32.self) else { return nil }
      var places: [SecretKey: Range<Int>] = [:]
      for _ in 0..<count {
        guard let service = text(), let name = text(), let place = part(),
          places.updateValue(place, forKey: SecretKey(name, service: service)) == nil
        else { return nil }
      }
      return reader.isAtEnd ? places : nil
    }
  }
#endif
