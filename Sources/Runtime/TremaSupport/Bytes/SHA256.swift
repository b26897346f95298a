/// The SHA-256 hash function, used for digests in the list of outputs and for hidden values'
/// placeholders.
///
/// It is implemented here because the command links only libxml2, and the standard library has no
/// hash function that is stable across machines.
///
/// See FIPS 180-4, section 6.2. The tests compare with `sha256sum`.
package struct SHA256 {
  /// The state after the complete blocks.
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes of the incomplete block, fewer than 64.
  private var pending: [UInt8] = []
  /// The number of bytes so far.
  private var length: UInt64 = 0

  package init() {}

  /// Adds bytes to the message.
  package mutating func update(_ bytes: some Collection<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { update($0) }
    if isDone == nil { Array(bytes).withUnsafeBufferPointer { update($0) } }
  }

  /// Adds contiguous bytes to the message.
  private mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    length += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = rest.prefix(64 - pending.count)
      pending += missing
      rest = rest.dropFirst(missing.count)
      guard pending.count == 64 else { return }
      pending.withUnsafeBufferPointer { compress($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / 64 * 64
    compress(UnsafeBufferPointer(rebasing: rest.prefix(whole)))
    pending += rest.dropFirst(whole)
  }

  /// Returns the digest of all bytes so far in hexadecimal digits. More bytes can be added
  /// afterwards.
  package func hexDigest() -> String {
    var copy = self
    let bits = length * 8
    var padding: [UInt8] = [0x80]
    padding += repeatElement(0, count: (119 - Int(length % 64)) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    copy.update(padding)
    return copy.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Processes complete blocks.
  ///
  /// - Parameter blocks: The bytes, a multiple of 64.
  private mutating func compress(_ blocks: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(blocks)
    var working = Self.Words(state)
    Self.constants.withUnsafeBufferPointer { constants in
      // The first 16 words are the block; the others are derived from them.
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        words.initialize(repeating: 0)
        for start in stride(from: 0, to: bytes.count, by: 64) {
          for index in 0..<16 {
            let word = bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
            words[index] = UInt32(bigEndian: word)
          }
          for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let s0 = a.rotated(7) ^ a.rotated(18) ^ a >> 3
            let s1 = b.rotated(17) ^ b.rotated(19) ^ b >> 10
            words[index] = words[index - 16] &+ s0 &+ words[index - 7] &+ s1
          }
          working.mix(words, constants)
        }
      }
    }
    state = working.all
  }

  /// The eight words of the state. After eight rounds, each word has been in every position, so no
  /// word needs to be moved.
  private struct Words {
    private var a, b, c, d, e, f, g, h: UInt32

    init(_ words: [UInt32]) {
      (a, b, c, d) = (words[0], words[1], words[2], words[3])
      (e, f, g, h) = (words[4], words[5], words[6], words[7])
    }

    /// The words as an array.
    var all: [UInt32] { [a, b, c, d, e, f, g, h] }

    /// Runs the 64 rounds of a block.
    @inline(__always)
    mutating func mix(
      _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
      let old = self
      for index in stride(from: 0, to: 64, by: 8) {
        Self.round(a, b, c, &d, e, f, g, &h, words[index] &+ constants[index])
        Self.round(h, a, b, &c, d, e, f, &g, words[index + 1] &+ constants[index + 1])
        Self.round(g, h, a, &b, c, d, e, &f, words[index + 2] &+ constants[index + 2])
        Self.round(f, g, h, &a, b, c, d, &e, words[index + 3] &+ constants[index + 3])
        Self.round(e, f, g, &h, a, b, c, &d, words[index + 4] &+ constants[index + 4])
        Self.round(d, e, f, &g, h, a, b, &c, words[index + 5] &+ constants[index + 5])
        Self.round(c, d, e, &f, g, h, a, &b, words[index + 6] &+ constants[index + 6])
        Self.round(b, c, d, &e, f, g, h, &a, words[index + 7] &+ constants[index + 7])
      }
      (a, b, c, d) = (a &+ old.a, b &+ old.b, c &+ old.c, d &+ old.d)
      (e, f, g, h) = (e &+ old.e, f &+ old.f, g &+ old.g, h &+ old.h)
    }

    /// Runs one round, which replaces two words.
    @inline(__always)
    private static func round(
      _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
      _ g: UInt32, _ h: inout UInt32, _ word: UInt32
    ) {
      let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ word
      let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      d &+= t1
      h = t1 &+ s0 &+ (a & b ^ a & c ^ b & c)
    }
  }

  /// The first 32 fractional bits of the first 64 primes' cube roots.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  /// Returns the number rotated to the right.
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
