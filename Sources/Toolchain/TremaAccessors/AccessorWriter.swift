import TremaCatalog
import TremaSupport

/// A writer that generates one source file with the accessors of a catalog, one text at a time, in
/// file order.
///
/// Call `begin`, then `append` for each text, then `end`.
package protocol AccessorWriter: Sendable {
  /// Appends the start of the file, up to the type's opening brace.
  func begin(into output: inout [UInt8])

  /// Appends the accessor of a text.
  ///
  /// - Parameters:
  ///   - text: The text, with the values of all languages that are exported.
  ///   - annotations: The annotations of the text's context.
  ///   - output: The buffer to append whole lines to.
  /// - Returns: The findings about the text. If they include an error, nothing was written.
  mutating func append(
    _ text: TextView, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic]

  /// Appends the parts that depend on all texts, and the closing brace of the type.
  func end(into output: inout [UInt8])
}
