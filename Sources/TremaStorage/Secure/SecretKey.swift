/// Under what a secret is kept: a name within a service.
public struct SecretKey: Hashable, Sendable, CustomStringConvertible {
  /// Whose it is, for instance `com.example.shop`: what one app, or one part of it, keeps.
  public let service: String
  public let name: String

  public init(_ name: String, service: String) {
    self.service = service
    self.name = name
  }

  /// `com.example.shop/refresh-token`
  public var description: String { "\(service)/\(name)" }
}

/// When a secret can be read. Only the Keychain knows of this; every other store refuses what it
/// cannot promise.
public struct SecretAccess: Hashable, Sendable {
  /// From when on, and whether it may leave the device with a backup.
  public enum Availability: String, Hashable, Sendable, CaseIterable {
    case whenUnlocked
    case whenUnlockedThisDeviceOnly
    case afterFirstUnlock
    case afterFirstUnlockThisDeviceOnly
    case whenPasscodeSetThisDeviceOnly
  }

  public var availability: Availability
  /// Whether it is given only to who shows a face or a finger that the device knows.
  public var needsBiometrics: Bool

  public init(
    _ availability: Availability = .afterFirstUnlockThisDeviceOnly, needsBiometrics: Bool = false
  ) {
    self.availability = availability
    self.needsBiometrics = needsBiometrics
  }

  /// From the first time on that the device is unlocked, and on this device alone.
  public static let standard = SecretAccess()
  public static let biometrics = SecretAccess(
    .whenPasscodeSetThisDeviceOnly, needsBiometrics: true)
}
