@_exported import CoreFoundationTypes

// The attributes of items and keys in <Security/SecItem.h>, and the options of imports in
// <Security/SecImportExport.h>. The page of each is its name in lowercase:
// https://developer.apple.com/documentation/security/ksecclass

nonisolated(unsafe) public let kSecAttrAccessControl: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessible: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = ""
nonisolated(unsafe) public let kSecAttrAccount: CFString = ""
nonisolated(unsafe) public let kSecAttrGeneric: CFString = ""
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = ""
nonisolated(unsafe) public let kSecAttrKeyType: CFString = ""
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = ""
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = ""
nonisolated(unsafe) public let kSecAttrService: CFString = ""
nonisolated(unsafe) public let kSecClass: CFString = ""
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = ""
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = ""
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = ""
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = ""
nonisolated(unsafe) public let kSecMatchLimit: CFString = ""
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = ""
nonisolated(unsafe) public let kSecReturnAttributes: CFString = ""
nonisolated(unsafe) public let kSecReturnData: CFString = ""
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = ""
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = ""
nonisolated(unsafe) public let kSecValueData: CFString = ""

// The results in <Security/SecBase.h>: https://developer.apple.com/documentation/security/errsecsuccess

public var errSecAuthFailed: OSStatus { fatalError() }
public var errSecCertificateExpired: OSStatus { fatalError() }
public var errSecCertificateNotValidYet: OSStatus { fatalError() }
public var errSecHostNameMismatch: OSStatus { fatalError() }
public var errSecInteractionNotAllowed: OSStatus { fatalError() }
public var errSecItemNotFound: OSStatus { fatalError() }
public var errSecMissingEntitlement: OSStatus { fatalError() }
public var errSecNotAvailable: OSStatus { fatalError() }
public var errSecSuccess: OSStatus { fatalError() }
public var errSecUserCanceled: OSStatus { fatalError() }
