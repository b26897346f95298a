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

  func append(_ text: TextView, annotations: Annotations) -> [Diagnostic] {
    if let file { return accessors.append(text, annotations: annotations, into: &file.bytes) }
    scratch.removeAll(keepingCapacity: true)
    return accessors.append(text, annotations: annotations, into: &scratch)
  }

  func spill() throws(Diagnostic) { try file?.spill() }

  func finish() {
    if let file { accessors.end(into: &file.bytes) }
  }
}
