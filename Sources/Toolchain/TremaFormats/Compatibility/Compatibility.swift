import TremaCatalog
import TremaMessages

/// An older tool whose files are made byte for byte, as long as they are right.
///
/// Where the old file would not be read, or would be read as something else than the catalogue
/// says, ours is right and a ``WritingDifference`` says so.
package enum Compatibility: String, CaseIterable, Hashable, Sendable {
  /// `trema.rb` and `textsCreator.rb`, the scripts of GirdersSwift.
  case girders
  /// The Java exporters of trema-core.
  case tremaCore = "trema-core"

  /// The formats that the old tool wrote, one file a language.
  package var formats: [ResourceFormat] {
    switch self {
    case .girders: [.strings]
    case .tremaCore: [.android, .json, .properties]
    }
  }

  /// Whether the old tool wrote Swift accessors.
  package var hasAccessors: Bool { self == .girders }

  /// The table that the old tool wrote by default.
  package var table: String {
    switch self {
    case .girders: "messages"
    case .tremaCore: "text"
    }
  }

  /// The paths of a file below the output folder; nil for a format that the old tool did not write.
  package func paths(_ format: ResourceFormat, _ file: FileDescription) -> [String]? {
    switch (self, format) {
    case (.girders, .strings): GirdersStringsWriter.paths(file)
    case (.tremaCore, .android): TremaCoreAndroidWriter.paths(file)
    case (.tremaCore, .json): TremaCoreJSONWriter.paths(file)
    case (.tremaCore, .properties): TremaCorePropertiesWriter.paths(file)
    default: nil
    }
  }

  /// - Returns: nil for a format that the old tool did not write.
  package func writer(_ format: ResourceFormat, _ file: FileDescription) -> (any LanguageWriter)? {
    switch (self, format) {
    case (.girders, .strings): GirdersStringsWriter(file)
    case (.tremaCore, .android): TremaCoreAndroidWriter(file)
    case (.tremaCore, .json): TremaCoreJSONWriter(file)
    case (.tremaCore, .properties): TremaCorePropertiesWriter(file)
    default: nil
    }
  }

  /// Why the file has another path than the old tool gave it; nil when it has not.
  package func pathDifference(_ format: ResourceFormat, _ file: FileDescription) -> String? {
    guard self == .tremaCore, format == .android else { return nil }
    return TremaCoreAndroidWriter.pathDifference(file)
  }
}
