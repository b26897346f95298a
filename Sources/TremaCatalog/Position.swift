import TremaDiagnostics

/// Something that is carried along without being part of what a value is: two texts are equal
/// wherever they stand.
@propertyWrapper
public struct Unequal<Wrapped: Sendable>: Hashable, Sendable {
  public var wrappedValue: Wrapped

  public init(wrappedValue: Wrapped) { self.wrappedValue = wrappedValue }

  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

/// A position, in the compact form that a large catalogue needs.
@propertyWrapper
public struct Position: Hashable, Sendable {
  private var line: Int32
  private var column: Int32

  public init() { (line, column) = (1, 1) }

  /// Lines and columns beyond 2,147,483,647 stay there: limits on values keep both below.
  public var wrappedValue: SourcePosition {
    get { SourcePosition(line: Int(line), column: Int(column)) }
    set { (line, column) = (Int32(clamping: newValue.line), Int32(clamping: newValue.column)) }
  }

  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
