#if canImport(Security)
  import Foundation
  import Security
  #if os(macOS) || os(iOS) || os(visionOS)
    import LocalAuthentication
  #endif

  /// Items for who shows a face or a finger, where the system can ask for one.
  enum KeychainBiometrics {
    #if os(macOS) || os(iOS) || os(visionOS)
      /// - Throws: `unsupported` where no face and no finger is known. Nothing weaker is taken then.
      static func protection(_ availability: CFString) throws(SecretError) -> [CFString: Any] {
        let canAsk = LAContext().canEvaluatePolicy(
          .deviceOwnerAuthenticationWithBiometrics, error: nil)
        guard canAsk,
          let control = SecAccessControlCreateWithFlags(nil, availability, .biometryAny, nil)
        else { throw .unsupported("biometrics") }
        return [kSecAttrAccessControl: control]
      }

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
