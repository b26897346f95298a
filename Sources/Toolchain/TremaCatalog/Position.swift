import TremaSupport

/// A property that is ignored in comparisons: two texts are equal regardless of their positions.
@propertyWrapper
package struct EqualityIgnored<Wrapped: Sendable>: Hashable, Sendable {
  package var wrappedValue: Wrapped

  package init(wrappedValue: Wrapped) { self.wrappedValue = wrappedValue }

  package static func == (a: Self, b: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// A position in a compact form, for catalogs with many texts. It is ignored in comparisons.
@propertyWrapper
package struct Position: Hashable, Sendable {
  /// The line in the upper 32 bits and the column in the lower 32 bits. They share a word because
  /// texts and values are moved word by word.
  package var bits: UInt64

  /// Creates the position at the start of a file, line 1 and column 1.
  @inlinable package init() { bits = 1 << 32 | 1 }

  /// The position. Lines and columns above 2,147,483,647 are clamped, which the limits on values
  /// prevent.
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
