#if canImport(Security)
  import Foundation
  import Security
  #if os(macOS) || os(iOS) || os(visionOS)
    import LocalAuthentication
  #endif

  /// The attributes of Keychain items that require biometric authentication, on platforms that
  /// support it.
  enum KeychainBiometrics {
    #if os(macOS) || os(iOS) || os(visionOS)
      /// Returns the attributes for a new item that is readable only after biometric
      /// authentication.
      ///
      /// - Throws: `unsupported` if the device has no biometrics or none are enrolled. There is no
      ///   fallback to weaker protection.
      static func protection(_ availability: CFString) throws(SecretError) -> [CFString: Any] {
        let isAvailable = LAContext().canEvaluatePolicy(
          .deviceOwnerAuthenticationWithBiometrics, error: nil)
        guard isAvailable,
          let control = SecAccessControlCreateWithFlags(nil, availability, .biometryAny, nil)
        else { throw .unsupported("biometrics") }
        return [kSecAttrAccessControl: control]
      }

      /// Returns the attributes for reading an item with a prompt.
      static func authentication(prompt: String) throws(SecretError) -> [CFString: Any] {
        let context = LAContext()
        context.localizedReason = prompt
        return [kSecUseAuthenticationContext: context]
      }
    #else
      static func protection(_ availability: CFString) throws(SecretError) -> [CFString: Any] {
        throw .unsupported("biometrics")
      }

      static func authentication(prompt: String) throws(SecretError) -> [CFString: Any] {
        throw .unsupported("biometrics")
      }
    #endif
  }
#endif
