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
    _ text: Text, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic]

  /// Writes a text that is nothing but a key, one line of prose or none, and text with the simplest
  /// placeholders or none, the same in all its languages.
  ///
  /// - Parameter text: what its member is made of.
  /// - Returns: false where ``append(_:annotations:into:)`` has to write it; then nothing was written,
  ///   and otherwise the same bytes, of which there is nothing to say.
  mutating func append(plain text: PlainMember, into output: inout [UInt8]) -> Bool

  func end(into output: inout [UInt8])
}

extension AccessorWriter {
  /// Writes members as long as ``append(plain:into:)`` does so.
  ///
  /// - Returns: the index of the first that was not written.
  package mutating func append(
    plain members: [PlainMember], from start: Int, into output: inout [UInt8]
  ) -> Int {
    var index = start
    while index < members.count, append(plain: members[index], into: &output) { index += 1 }
    return index
  }

  package mutating func append(plain text: PlainMember, into output: inout [UInt8]) -> Bool {
    false
  }
}
