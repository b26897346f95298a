import TremaCatalog
import TremaMessages

/// The formats that have one file a language.
public enum ResourceFormat: String, CaseIterable, Hashable, Sendable {
  case strings, android, json, properties, xliff
  case strings, android, json, properties, arb

  /// The paths of the file below the output folder, with `/`; more than one when the same bytes are
  /// needed twice.
  public func paths(_ file: FileDescription) -> [String] {
    switch self {
    case .strings: StringsWriter.paths(file)
    case .android: AndroidWriter.paths(file)
    case .json: JSONTextsWriter.paths(file)
    case .properties: PropertiesWriter.paths(file)
    case .xliff: XLIFFWriter.paths(file)
    }
  }

  /// What the format has a place for; see ``LanguageWriter/carries``.
  public var carries: Set<Feature> {
    switch self {
    case .strings: StringsWriter.carries
    case .android: AndroidWriter.carries
    case .json: JSONTextsWriter.carries
    case .properties: PropertiesWriter.carries
    case .arb: ARBWriter.paths(file)
    }
  }

  public func writer(_ file: FileDescription) -> any LanguageWriter {
    switch self {
    case .strings: StringsWriter(file)
    case .android: AndroidWriter(file)
    case .json: file.jsonStyle.writer(file)
    case .properties: PropertiesWriter(file)
    case .xliff: XLIFFWriter(file)
    case .arb: ARBWriter(file)
    }
  }
}
