@_exported import CoreFoundationTypes

// https://developer.apple.com/documentation/security/seccertificate, secidentity, seckey, sectrust and
// secaccesscontrol

public final class SecCertificate {}
public final class SecIdentity {}
public final class SecKey {}
public final class SecTrust {}
public final class SecAccessControl {}

// Functions of C return discardable results.

// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@discardableResult public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@discardableResult public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/secitemdelete(_:)
@discardableResult public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/seccopyerrormessagestring(_:_:)
@discardableResult public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? { fatalError() }

// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: CFOptionFlags
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
  public static var biometryAny: Self { fatalError() }
}

// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
@discardableResult public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { fatalError() }

// https://developer.apple.com/documentation/security/sectrustsetanchorcertificates(_:_:)
@discardableResult public func SecTrustSetAnchorCertificates(
  _ trust: SecTrust, _ anchorCertificates: CFArray?
) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/sectrustsetanchorcertificatesonly(_:_:)
@discardableResult public func SecTrustSetAnchorCertificatesOnly(
  _ trust: SecTrust, _ anchorCertificatesOnly: Bool
) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/sectrustevaluatewitherror(_:_:)
@discardableResult public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { fatalError() }

// https://developer.apple.com/documentation/security/sectrustcopycertificatechain(_:)
@discardableResult public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  fatalError()
}

// https://developer.apple.com/documentation/security/seccertificatecreatewithdata(_:_:)
@discardableResult public func SecCertificateCreateWithData(
  _ allocator: CFAllocator?, _ data: CFData
) -> SecCertificate? { fatalError() }

// https://developer.apple.com/documentation/security/seccertificatecopykey(_:)
@discardableResult public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  fatalError()
}

// https://developer.apple.com/documentation/security/seckeycopyexternalrepresentation(_:_:)
@discardableResult public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { fatalError() }

// https://developer.apple.com/documentation/security/seckeycopyattributes(_:)
@discardableResult public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  fatalError()
}

// https://developer.apple.com/documentation/security/secpkcs12import(_:_:_:)
@discardableResult public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/secidentitygettypeid()
@discardableResult public func SecIdentityGetTypeID() -> CFTypeID { fatalError() }

// https://developer.apple.com/documentation/security/tls_protocol_version_t
public enum tls_protocol_version_t: UInt16, @unchecked Sendable {
  case TLSv12 = 0x0303
  case TLSv13 = 0x0304
}
