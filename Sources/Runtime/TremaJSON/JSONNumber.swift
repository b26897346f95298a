/// A number as the document spells it, so that writing it changes nothing. Equal when spelled
/// alike: `1.0` is not `1`.
public struct JSONNumber: Hashable, Sendable {
  /// In the grammar of RFC 8259, section 6.
  public let text: String

  init(verified text: String) { self.text = text }

  public init(_ value: Int) { text = String(value) }

  public init(_ value: UInt64) { text = String(value) }

  /// nil for what JSON cannot say: infinity and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The number when it is a whole one, also as `1.0` or `1e3`; nil when it has a fraction or does
  /// not fit.
  public var int: Int? {
    if let value = Int(text) { return value }
    // A Double holds every whole number up to 2^53; beyond that it might be a neighbour's.
    guard let value = double, value.magnitude < 0x1p53 else { return nil }
    // Int(exactly:) would do the same by way of libm, which nothing else here links.
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
  }

  /// The nearest Double; nil when the number is too large for one.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
