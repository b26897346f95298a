/// A key by its bytes: Swift takes two strings for equal that differ in how they compose accents,
/// and the platforms do not.
public struct ExactKey: Hashable, Sendable {
  private let bytes: [UInt8]

  public init(_ key: String) { bytes = Array(key.utf8) }
}
