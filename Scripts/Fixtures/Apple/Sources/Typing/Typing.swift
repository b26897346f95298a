#if canImport(Security)
  import Foundation
  import Security
  import os

  enum Access { case open, locked, denied }

  func wrongType(_ key: SecKey) -> Data? {
    let status: Bool = SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary)
    return status ? nil : SecKeyCopyExternalRepresentation(key) as Data?
  }

  func missingCase(_ access: Access) -> OSLogType {
    switch access {
    case .open: .info
    case .locked: .error
    }
  }

  final class Credentials: Sendable {
    var trust: SecTrust?
  }

  func unusedResult(_ text: String) {
    text.lowercased()
  }
#endif
