#if canImport(CryptoKit)
  import CryptoKit
#else
  internal import CTremaCrypto
#endif

/// The hash functions of the supported protocols, implemented by libcrypto on Linux and CryptoKit
/// on Apple platforms.
package enum HashFunction: String, Sendable, CaseIterable {
  /// MD5, for digest authentication with servers that support nothing better.
  case md5 = "MD5"
  /// SHA-256, which is always available.
  case sha256 = "SHA-256"
  #if !canImport(CryptoKit)
    /// SHA-512/256, only for digest authentication, under the name defined by RFC 7616. CryptoKit
    /// does not support it.
    case sha512Truncated = "SHA-512-256"
  #endif

  /// Whether the system supports the function and its policy allows it, since some policies forbid
  /// MD5. SHA-256 is always available.
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
    /// The libcrypto function.
    fileprivate var type: OpaquePointer? {
      switch self {
      case .md5: EVP_md5()
      case .sha256: EVP_sha256()
      case .sha512Truncated: EVP_sha512_256()
      }
    }
  #endif

  /// Returns the digest of bytes: 16 bytes for MD5, 32 bytes for the others. The function must be
  /// available.
  package func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = Hash(self)
    hash.update(bytes)
    return hash.finish()
  }

  /// Returns the digest of bytes as lowercase hexadecimal digits.
  package func hexDigest(of bytes: [UInt8]) -> String { Hexadecimal.text(digest(of: bytes)) }
}

/// The hexadecimal representation of bytes.
package enum Hexadecimal {
  /// Returns two lowercase digits per byte.
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

/// A digest that is computed incrementally.
package struct Hash: ~Copyable {
  #if canImport(CryptoKit)
    private enum State {
      case md5(Insecure.MD5)
      case sha256(CryptoKit.SHA256)
    }

    private var state: State

    /// Starts a digest. The function must be available.
    package init(_ function: HashFunction) {
      switch function {
      case .md5: state = .md5(Insecure.MD5())
      case .sha256: state = .sha256(CryptoKit.SHA256())
      }
    }

    /// Adds bytes.
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

    /// Returns the digest.
    package consuming func finish() -> [UInt8] {
      switch state {
      case .md5(let hash): Array(hash.finalize())
      case .sha256(let hash): Array(hash.finalize())
      }
    }
  #else
    private let context: OpaquePointer

    /// Starts a digest. The function must be available.
    package init(_ function: HashFunction) {
      // The calls fail only if memory is exhausted, or if the function isn't available, which is a
      // programming error in this package.
      guard let context = EVP_MD_CTX_new(),
        EVP_DigestInit_ex(context, function.type, nil) == 1
      else { fatalError("\(function.rawValue) is not available") }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) {
      EVP_DigestUpdate(context, bytes, bytes.count)
    }

    /// Returns the digest.
    package consuming func finish() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
      var count: UInt32 = 0
      EVP_DigestFinal_ex(context, &digest, &count)
      return Array(digest.prefix(Int(count)))
    }
  #endif
}

/// A generator of unpredictable bytes for nonces, verifiers and states.
package enum RandomBytes {
  /// Returns random bytes from the system's generator, which is cryptographically secure on all
  /// platforms.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
