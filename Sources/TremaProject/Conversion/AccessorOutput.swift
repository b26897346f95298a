import TremaAccessors
import TremaCatalog
import TremaDiagnostics

/// Writes the Swift accessors of a catalogue, or, without a place to write to, finds what they
/// could not say.
final class AccessorOutput {
  private var accessors: any AccessorWriter
  private let file: OutputFile?
  private var scratch: [UInt8] = []

  init(
    _ plan: ConversionOutput, _ options: SwiftAccessors.Options, _ header: CatalogHeader,
    transaction: OutputTransaction?
  ) throws(Diagnostic) {
    accessors =
      plan.compatibility == .girders
      ? GirdersAccessors(type: options.type)
      : SwiftAccessors(options: options, masterLanguage: header.masterLanguage)
    if let transaction {
      let file = try plan.open("\(options.type).swift", transaction)
      accessors.begin(into: &file.bytes)
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

  func spill() throws(Diagnostic) { try file?.spill() }

  func finish() {
    if let file { accessors.end(into: &file.bytes) }
  }
}
