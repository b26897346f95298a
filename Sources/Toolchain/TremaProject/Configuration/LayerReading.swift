import TremaConfigValues
import TremaSupport

/// Reads the files of the layers, and brings each into the form in which it can be merged: its names
/// are keys, its values have the kinds that the schema wants, its directives are known.
struct LayerReading {
  /// By the path of the file; one that cannot be read has none.
  private(set) var values: [String: ConfigValue] = [:]
  private(set) var problems: [Diagnostic] = []
  /// The layers as they were written, with what is not taken over from them.
  private(set) var written: [ConfigValue] = []
  private let set: ConfigurationSet
  private let contract: ConfigContract?

  init(_ set: ConfigurationSet, _ contract: ConfigContract?) {
    self.set = set
    self.contract = contract
  }

  mutating func read(_ layers: [ConfigurationFiles.Layer]) {
    var readings: [(layer: ConfigurationFiles.Layer, value: ConfigValue)] = []
    for layer in layers where !readings.contains(where: { $0.layer.path.isExactly(layer.path) }) {
      do throws(Diagnostic) {
        if let value = try decoded(layer) { readings.append((layer, value)) }
      } catch {
        problems.append(error)
      }
    }
    // Lines name keys of other layers: first those of the base, then all that are no lines.
    let (lines, others) = (
      readings.filter { $0.layer.format.typing == .text },
      readings.filter { $0.layer.format.typing != .text }
    )
    for (layer, value) in others { values[layer.path] = finished(value, layer) }
    let base = lines.filter { $0.layer.environment == nil }
    for (layer, value) in base { values[layer.path] = finished(named(value, []), layer) }
    let known = layers.compactMap { values[$0.path] }
    for (layer, value) in lines where layer.environment != nil {
      values[layer.path] = finished(named(value, known), layer)
    }
  }

  /// - Returns: nil when lines of it are missing; the problems say which.
  private mutating func decoded(
    _ layer: ConfigurationFiles.Layer
  ) throws(Diagnostic) -> ConfigValue? {
    let bytes = try InputFile(regular: layer.path).contents(limit: LoadedConfiguration.fileLimit)
    guard !Self.isBlank(bytes) else { throw Self.empty(layer.path) }
    let source = set.files.source
    let reading = try layer.format.decode(bytes, file: layer.path) { path throws(Diagnostic) in
      try source.contents(ofIncluded: path, from: layer.path)
    }
    problems += reading.problems
    guard !reading.problems.contains(where: { $0.kind == .unreadable }) else {
      // Its lines are quoted all the same, so what could be read of them is to be known.
      written.append(reading.value)
      return nil
    }
    guard reading.value.kind == .dictionary else { throw Self.wrongRoot(reading.value) }
    return reading.value
  }

  private mutating func named(_ value: ConfigValue, _ known: [ConfigValue]) -> ConfigValue {
    let (value, found) = ConfigNames(contract: contract, values: known).resolved(value)
    problems += found
    return value
  }

  private mutating func finished(
    _ value: ConfigValue, _ layer: ConfigurationFiles.Layer
  ) -> ConfigValue {
    written.append(value)
    var value = value
    if layer.format.typing != .text {
      // The seed's rule is about files of environments, which have no directives.
      let (read, found) =
        set.rule == .girders && !layer.isLocal
        ? ConfigDirectives.literal(value)
        : ConfigDirectives.read(value, isOverlay: layer.environment != nil, contract: contract)
      value = read
      problems += found
    }
    guard let source = layer.format.typing else { return value }
    let (typed, found) = ConfigTyping.typed(
      value, from: source, contract: contract, interpolates: set.interpolates)
    problems += found
    return typed
  }

  /// Whether a file has nothing but white space, or the mark of an encoding.
  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
    let mark = marks.first { bytes.starts(with: $0) }
    return bytes.dropFirst(mark?.count ?? 0).allSatisfy { byte in
      byte == 0x20 || (0x09...0x0D).contains(byte)
    }
  }

  private static func empty(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "empty-layer", "the file is empty", at: SourceLocation(file: path),
      hint: "write an empty dictionary, or remove the file", kind: .unreadable)
  }

  private static func wrongRoot(_ value: ConfigValue) -> Diagnostic {
    Diagnostic(
      .error, "wrong-root", "a configuration is a dictionary, not \(value.kind.title)",
      at: value.place.location, hint: "put keys around the values", kind: .unreadable)
  }
}
