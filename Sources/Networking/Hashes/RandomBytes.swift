/// Bytes that nobody can foresee, for nonces, verifiers and states.
package enum RandomBytes {
  /// From the system's generator, which is cryptographically secure on all platforms.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
