/// The key of a secret: a name within a service.
///
/// Keys are compared byte by byte, without Unicode normalization: `é` as one character and `e` with
/// a combining accent are different names, as in every store that passes names on.
public struct SecretKey: Sendable, CustomStringConvertible {
  /// The secret's owner, such as `com.example.shop`: an app or part of one.
  public let service: String
  /// The name within the service.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - service: The owner of the secret, such as `com.example.shop`.
  public init(_ name: String, service: String) {
    self.service = service
    self.name = name
  }

  /// The service and the name: `com.example.shop/refresh-token`.
  public var description: String { "\(service)/\(name)" }
}

extension SecretKey: Hashable {
  /// Returns whether the names and services of the two keys have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.service.hasSameBytes(as: right.service)
  }

  /// Hashes the parts that `==` compares, each with its length.
  public func hash(into hasher: inout Hasher) {
    for text in [service, name] {
      var text = text
      text.withUTF8 { bytes in
        hasher.combine(bytes.count)
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      }
    }
  }
}

extension SecretKey: Comparable {
  /// Returns whether the first key sorts before the second: by service, then by name, comparing
  /// UTF-8 bytes.
  public static func < (left: Self, right: Self) -> Bool {
    left.service.hasSameBytes(as: right.service)
      ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      : left.service.utf8.lexicographicallyPrecedes(right.service.utf8)
  }
}

extension String {
  /// Returns whether two strings have the same UTF-8 bytes. `==` also accepts canonically
  /// equivalent strings.
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// The conditions under which a secret is readable.
///
/// Only the Keychain supports all conditions. Other stores throw ``SecretError/unsupported(_:)``
/// for conditions that they cannot guarantee: biometric authentication, and an unlocked device.
public struct SecretAccess: Hashable, Sendable {
  /// The device states that make a secret readable, and whether a backup may restore it on a
  /// different device.
  public enum Availability: String, Hashable, Sendable, CaseIterable {
    /// Readable while the device is unlocked.
    case whenUnlocked
    /// Readable while the device is unlocked; not restored on a different device.
    case whenUnlockedThisDeviceOnly
    /// Readable after the first unlock since the device was started.
    case afterFirstUnlock
    /// Readable after the first unlock since the device was started; not restored on a different
    /// device.
    case afterFirstUnlockThisDeviceOnly
    /// Readable while the device is unlocked and has a passcode; not restored on a different
    /// device.
    case whenPasscodeSetThisDeviceOnly
  }

  /// The device states that make the secret readable.
  public var availability: Availability
  /// Whether reading requires biometric authentication.
  public var needsBiometrics: Bool

  /// Creates an access level.
  ///
  /// - Parameters:
  ///   - availability: The device states that make the secret readable.
  ///   - needsBiometrics: Whether reading requires biometric authentication.
  public init(
    _ availability: Availability = .afterFirstUnlockThisDeviceOnly, needsBiometrics: Bool = false
  ) {
    self.availability = availability
    self.needsBiometrics = needsBiometrics
  }

  /// Readable after the device's first unlock, and only on this device.
  public static let standard = SecretAccess()
  /// Readable after biometric authentication, and only on this device.
  public static let biometrics = SecretAccess(
    .whenPasscodeSetThisDeviceOnly, needsBiometrics: true)
}

extension SecretAccess {
  /// Verifies that a store without a device lock can honor the access level.
  ///
  /// - Throws: `unsupported` for a level that would be less protected than requested.
  func requireNoDeviceLock() throws(SecretError) {
    if needsBiometrics { throw .unsupported("biometrics") }
    switch availability {
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: return
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
      throw .unsupported("the availability \(availability.rawValue)")
    }
  }
}
