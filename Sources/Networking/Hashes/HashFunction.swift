#if canImport(CryptoKit)
  import CryptoKit
#else
  internal import CTremaCrypto
#endif

/// The hash functions of the protocols that the run time speaks: of libcrypto on Linux, of CryptoKit
/// on Apple platforms.
package enum HashFunction: String, Sendable, CaseIterable {
  /// MD5, for Digest with servers that support nothing better.
  case md5 = "MD5"
  case sha256 = "SHA-256"
  #if !canImport(CryptoKit)
    /// SHA-512/256, for Digest alone, under the name that RFC 7616 gives it. CryptoKit has none.
    case sha512Truncated = "SHA-512-256"
  #endif

  /// Whether the system has it, and its policy allows it: some allow no MD5. SHA-256 always is.
  package var isAvailable: Bool {
    #if canImport(CryptoKit)
      true
    #else
      guard let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      return EVP_DigestInit_ex(context, type, nil) == 1
    #endif
  }

  #if !canImport(CryptoKit)
    fileprivate var type: OpaquePointer? {
      switch self {
      case .md5: EVP_md5()
      case .sha256: EVP_sha256()
      case .sha512Truncated: EVP_sha512_256()
      }
    }
  #endif

  /// The digest of some bytes: 16 of MD5, 32 of the others. The function must be available.
  package func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = Hash(self)
    hash.update(bytes)
    return hash.finish()
  }

  /// The digest in lower-case hexadecimal digits.
  package func hexDigest(of bytes: [UInt8]) -> String { Hexadecimal.text(digest(of: bytes)) }
}

package enum Hexadecimal {
  /// Two lower-case digits a byte.
  package static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A digest of bytes that come piece by piece.
package struct Hash: ~Copyable {
  #if canImport(CryptoKit)
    private enum State {
      case md5(Insecure.MD5)
      case sha256(CryptoKit.SHA256)
    }

    private var state: State

    package init(_ function: HashFunction) {
      switch function {
      case .md5: state = .md5(Insecure.MD5())
      case .sha256: state = .sha256(CryptoKit.SHA256())
      }
    }

    package mutating func update(_ bytes: [UInt8]) {
      switch state {
      case .md5(var hash):
        hash.update(data: bytes)
        state = .md5(hash)
      case .sha256(var hash):
        hash.update(data: bytes)
        state = .sha256(hash)
      }
    }

    package consuming func finish() -> [UInt8] {
      switch state {
      case .md5(let hash): Array(hash.finalize())
      case .sha256(let hash): Array(hash.finalize())
      }
    }
  #else
    private let context: OpaquePointer

    package init(_ function: HashFunction) {
      // Fails without memory, and for a function that is not available, which is a mistake of ours.
      guard let context = EVP_MD_CTX_new(),
        EVP_DigestInit_ex(context, function.type, nil) == 1
      else { fatalError("\(function.rawValue) is not available") }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package mutating func update(_ bytes: [UInt8]) {
      EVP_DigestUpdate(context, bytes, bytes.count)
    }

    package consuming func finish() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
      var count: UInt32 = 0
      EVP_DigestFinal_ex(context, &digest, &count)
      return Array(digest.prefix(Int(count)))
    }
  #endif
}

/// Unpredictable bytes for nonces, verifiers and states.
package enum RandomBytes {
  /// Returns bytes of the system's generator, which is cryptographically secure on all platforms.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
