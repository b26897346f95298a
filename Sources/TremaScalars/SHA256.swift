/// The digest in the list of outputs, and of what is shown in place of a secret. The command links
/// libxml2 alone, and the toolchain has no hash that is the same on every machine.
///
/// Source: FIPS 180-4, section 6.2; the tests compare with `sha256sum`.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  package init() {}

  package mutating func update(_ bytes: some Collection<UInt8>) {
    length += UInt64(bytes.count)
    var input = pending
    input += bytes
    let whole = input.count / 64 * 64
    input.withUnsafeBufferPointer { input in
      for start in stride(from: 0, to: whole, by: 64) {
        compress(UnsafeBufferPointer(rebasing: input[start..<start + 64]))
      }
    }
    pending = Array(input[whole...])
  }

  /// The digest of all bytes so far, in hexadecimal digits.
  package func finish() -> String {
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

  private mutating func compress(_ block: UnsafeBufferPointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        let at = index * 4
        words.initializeElement(
          at: index,
          to: UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16 | UInt32(block[at + 2]) << 8
            | UInt32(block[at + 3]))
      }
      for index in 16..<64 {
        let (a, b) = (words[index - 15], words[index - 2])
        let s0 = a.rotated(7) ^ a.rotated(18) ^ a >> 3
        let s1 = b.rotated(17) ^ b.rotated(19) ^ b >> 10
        words.initializeElement(at: index, to: words[index - 16] &+ s0 &+ words[index - 7] &+ s1)
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
        let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ Self.constants[index] &+ words[index]
        let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
        let t2 = s0 &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
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
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
