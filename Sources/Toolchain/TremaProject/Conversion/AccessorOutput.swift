import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaSupport

/// Writes the accessors of a catalogue, or, without a place to write to, finds what they
/// could not say.
final class AccessorOutput {
  private var accessors: any AccessorWriter
  private let file: OutputFile?
  private var scratch: [UInt8] = []
  let plan: ConversionOutput

  init(
    _ accessors: any AccessorWriter, fileName: String, _ plan: ConversionOutput,
    transaction: OutputTransaction?
  ) throws(Diagnostic) {
    self.accessors = accessors
    self.plan = plan
    if let transaction {
      let file = try plan.open(fileName, transaction)
      self.accessors.begin(into: &file.bytes)
      self.file = file
    } else {
      file = nil
    }
  }

  func append(_ text: Text, annotations: Annotations) -> [Diagnostic] {
    if let file { return accessors.append(text, annotations: annotations, into: &file.bytes) }
    scratch.removeAll(keepingCapacity: true)
    return accessors.append(text, annotations: annotations, into: &scratch)
  }

  /// Each access to what an object has is checked, so that as many as may be are written at once.
  ///
  /// - Returns: the index of the first whose text has to be written as any other.
  func append(plain members: [PlainMember], from start: Int) -> Int {
    if let file { return accessors.append(plain: members, from: start, into: &file.bytes) }
    scratch.removeAll(keepingCapacity: true)
    return accessors.append(plain: members, from: start, into: &scratch)
  }

  /// - Parameter text: what ``PlainTexts/text(_:inLanguage:)`` gave of a plain text.
  func append(plain text: Text) -> [Diagnostic] {
    append(text, annotations: Annotations(text.context))
  }

  func spill() throws(Diagnostic) { try file?.spill() }

  func finish() {
    if let file { accessors.end(into: &file.bytes) }
  }
}
