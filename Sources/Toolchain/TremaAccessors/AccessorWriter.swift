import TremaCatalog
import TremaSupport

/// Writes the accessors of a catalogue into one file, one text at a time, in file order.
package protocol AccessorWriter: Sendable {
  func begin(into output: inout [UInt8])

  /// - Parameters:
  ///   - text: with the values of all languages that are exported.
  ///   - annotations: those of the text's context.
  ///   - output: is appended to, with whole lines.
  /// - Returns: what is to be said of the text; when an error is among it, nothing was written.
  mutating func append(
    _ text: TextView, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic]

  func end(into output: inout [UInt8])
}
