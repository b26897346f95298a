import Foundation

// https://developer.apple.com/documentation/cryptokit/digest
public protocol Digest: Hashable, Sendable, CustomStringConvertible, Sequence
where Element == UInt8 {
  static var byteCount: Int { get }
}

extension Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  public var description: String { fatalError() }
  public static func == (left: Self, right: Self) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) {}
}

// https://developer.apple.com/documentation/cryptokit/hashfunction
public protocol HashFunction: Sendable {
  associatedtype Digest: CryptoKit.Digest
  static var blockByteCount: Int { get }
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}

extension HashFunction {
  public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError() }
  public mutating func update<D: DataProtocol>(data: D) {}
}

// https://developer.apple.com/documentation/cryptokit/sha256
public struct SHA256: HashFunction {
  public typealias Digest = SHA256Digest
  public static var blockByteCount: Int { fatalError() }
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/sha256digest
public struct SHA256Digest: Digest {
  public static var byteCount: Int { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/insecure
public enum Insecure {
  // https://developer.apple.com/documentation/cryptokit/insecure/md5
  public struct MD5: HashFunction {
    public typealias Digest = Insecure.MD5Digest
    public static var blockByteCount: Int { fatalError() }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> Insecure.MD5Digest { fatalError() }
  }

  // https://developer.apple.com/documentation/cryptokit/insecure/md5digest
  public struct MD5Digest: Digest {
    public static var byteCount: Int { fatalError() }
  }
}
