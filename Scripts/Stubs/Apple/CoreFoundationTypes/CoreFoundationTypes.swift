import Foundation

// Core Foundation types that are bridged to Foundation's without a cast are the same types here, so
// a missing `as` is not reported.
// https://developer.apple.com/documentation/corefoundation/cfstring, cfdata, cfarray, cfdictionary,
// cferror, cftyperef, cfallocator, cfindex and cftypeid

public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFArray = NSArray
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public typealias CFIndex = Int
public typealias CFTypeID = UInt
public typealias CFOptionFlags = UInt
public typealias OSStatus = Int32

public final class CFError {}
public final class CFAllocator {}

// https://developer.apple.com/documentation/corefoundation/cfgettypeid(_:)
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { fatalError() }
// https://developer.apple.com/documentation/corefoundation/cferrorgetcode(_:)
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { fatalError() }
