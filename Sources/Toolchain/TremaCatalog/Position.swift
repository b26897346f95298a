import TremaSupport

/// Something that is carried along without being part of what a value is: two texts are equal
/// wherever they are.
@propertyWrapper
package struct Unequal<Wrapped: Sendable>: Hashable, Sendable {
  package var wrappedValue: Wrapped

  package init(wrappedValue: Wrapped) { self.wrappedValue = wrappedValue }

  package static func == (a: Self, b: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// A position, in the compact form that a large catalogue needs.
@propertyWrapper
package struct Position: Hashable, Sendable {
  /// The line, and below it the column, each of 32 bits: in one word, as texts and values are moved
  /// around a word at a time.
  package var bits: UInt64

  @inlinable package init() { bits = 1 << 32 | 1 }

  /// Lines and columns beyond 2,147,483,647 stay there: limits on values keep both below.
  @inlinable package var wrappedValue: SourcePosition {
    get {
      SourcePosition(
        line: Int(Int32(truncatingIfNeeded: bits >> 32)),
        column: Int(Int32(truncatingIfNeeded: bits)))
    }
    set {
      let (line, column) = (Int32(clamping: newValue.line), Int32(clamping: newValue.column))
      bits = UInt64(UInt32(bitPattern: line)) << 32 | UInt64(UInt32(bitPattern: column))
    }
  }

  package static func == (a: Self, b: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
