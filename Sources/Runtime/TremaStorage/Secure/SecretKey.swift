/// Under what a secret is kept: a name within a service.
///
/// Keys are compared byte for byte: `é` and `e` with an accent are two names, as they are to every
/// store that hands names on.
public struct SecretKey: Sendable, CustomStringConvertible {
  /// The owner, for instance `com.example.shop`: one app, or one part of it.
  public let service: String
  /// The name within the service.
  public let name: String

  /// Creates a key.
  public init(_ name: String, service: String) {
    self.service = service
    self.name = name
  }

  /// `com.example.shop/refresh-token`
  public var description: String { "\(service)/\(name)" }
}

extension SecretKey: Hashable {
  /// Whether both name the same secret.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.service.hasSameBytes(as: right.service)
  }

  /// Hashes the parts that `==` compares.
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
  /// Orders by service, then by name, byte by byte.
  public static func < (left: Self, right: Self) -> Bool {
    left.service.hasSameBytes(as: right.service)
      ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      : left.service.utf8.lexicographicallyPrecedes(right.service.utf8)
  }
}

extension String {
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// When a secret can be read. Only the Keychain knows of this; every other store refuses what it
/// cannot promise: a face or a finger, and that a device is unlocked.
public struct SecretAccess: Hashable, Sendable {
  /// The time from which a secret is available, and whether it may leave the device with a backup.
  public enum Availability: String, Hashable, Sendable, CaseIterable {
    case whenUnlocked
    case whenUnlockedThisDeviceOnly
    case afterFirstUnlock
    case afterFirstUnlockThisDeviceOnly
    case whenPasscodeSetThisDeviceOnly
  }

  /// The states of the device in which the secret can be read.
  public var availability: Availability
  /// Whether it is given only to who shows a face or a finger that the device knows.
  public var needsBiometrics: Bool

  /// Creates a level of access.
  ///
  /// - Parameter needsBiometrics: whether the user has to authenticate by face or finger.
  public init(
    _ availability: Availability = .afterFirstUnlockThisDeviceOnly, needsBiometrics: Bool = false
  ) {
    self.availability = availability
    self.needsBiometrics = needsBiometrics
  }

  /// Available from the first unlock of the device on, and on this device alone.
  public static let standard = SecretAccess()
  /// Readable after the user has authenticated by face or finger, on this device alone.
  public static let biometrics = SecretAccess(
    .whenPasscodeSetThisDeviceOnly, needsBiometrics: true)
}

extension SecretAccess {
  /// Throws where the access level needs a device, for stores that know of none.
  ///
  /// - Throws: `unsupported` for what would be less guarded there than is asked for.
  func checkWithoutDevice() throws(SecretError) {
    if needsBiometrics { throw .unsupported("biometrics") }
    switch availability {
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: return
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
      throw .unsupported("the availability \(availability.rawValue)")
    }
  }
}
