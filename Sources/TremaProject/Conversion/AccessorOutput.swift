import TremaAccessors
import TremaCatalog
import TremaDiagnostics

/// Writes the Swift accessors of a catalogue, or, without a place to write to, finds what they
/// could not say.
final class AccessorOutput {
  private var accessors: Accessors
  private let file: OutputFile?
  private var scratch: [UInt8] = []

  init(
    _ plan: ConversionOutput, _ options: SwiftAccessors.Options, _ header: CatalogHeader,
    transaction: OutputTransaction?
  ) throws(Diagnostic) {
    accessors =
      plan.compatibility == .girders
      ? .girders(GirdersAccessors(type: options.type))
      : .swift(SwiftAccessors(options: options, masterLanguage: header.masterLanguage))
    if let transaction {
      let file = try plan.open("\(options.type).swift", transaction)
      accessors.begin(into: &file.bytes)
      self.file = file
    } else {
      file = nil
    }
  }

  func append(_ text: Text) -> [Diagnostic] {
    if let file { return accessors.append(text, into: &file.bytes) }
    scratch.removeAll(keepingCapacity: true)
    return accessors.append(text, into: &scratch)
  }

  func spill() throws(Diagnostic) { try file?.spill() }

  func finish() {
    if let file { accessors.end(into: &file.bytes) }
  }
}

/// The accessors of today, or those of an older tool.
private enum Accessors {
  case swift(SwiftAccessors)
  case girders(GirdersAccessors)

  func begin(into output: inout [UInt8]) {
    switch self {
    case .swift(let accessors): accessors.begin(into: &output)
    case .girders(let accessors): accessors.begin(into: &output)
    }
  }

  mutating func append(_ text: Text, into output: inout [UInt8]) -> [Diagnostic] {
    switch self {
    case .swift(var accessors):
      defer { self = .swift(accessors) }
      return accessors.append(text, into: &output)
    case .girders(var accessors):
      defer { self = .girders(accessors) }
      return accessors.append(text, into: &output)
    }
  }

  func end(into output: inout [UInt8]) {
    switch self {
    case .swift(let accessors): accessors.end(into: &output)
    case .girders(let accessors): accessors.end(into: &output)
    }
  }
}
