import TremaCatalog
import TremaMessages

/// An older tool whose files are reproduced byte for byte, provided that they are correct.
///
/// If the old file would be unreadable, or would not match the content of the catalog, the new file
/// is correct instead, and a ``WritingDifference`` is reported.
package enum Compatibility: String, CaseIterable, Hashable, Sendable {
  /// `trema.rb` and `textsCreator.rb`, the scripts of GirdersSwift.
  case girders
  /// The Java exporters of trema-core.
  case tremaCore = "trema-core"

  /// The formats that the old tool wrote with one file per language.
  package var formats: [ResourceFormat] {
    switch self {
    case .girders: [.strings]
    case .tremaCore: [.android, .json, .properties]
    }
  }

  /// Whether the old tool wrote Swift accessors.
  package var hasAccessors: Bool { self == .girders }

  /// The default table of the old tool.
  package var table: String {
    switch self {
    case .girders: "messages"
    case .tremaCore: "text"
    }
  }

  /// Returns the paths of a file, relative to the output folder, or `nil` for a format that the old
  /// tool did not write.
  package func paths(_ format: ResourceFormat, _ file: FileDescription) -> [String]? {
    switch (self, format) {
    case (.girders, .strings): GirdersStringsWriter.paths(file)
    case (.tremaCore, .android): TremaCoreAndroidWriter.paths(file)
    case (.tremaCore, .json): TremaCoreJSONWriter.paths(file)
    case (.tremaCore, .properties): TremaCorePropertiesWriter.paths(file)
    default: nil
    }
  }

  /// Returns a new writer for a file.
  ///
  /// - Returns: The writer, or `nil` for a format that the old tool did not write.
  package func writer(_ format: ResourceFormat, _ file: FileDescription) -> (any LanguageWriter)? {
    switch (self, format) {
    case (.girders, .strings): GirdersStringsWriter(file)
    case (.tremaCore, .android): TremaCoreAndroidWriter(file)
    case (.tremaCore, .json): TremaCoreJSONWriter(file)
    case (.tremaCore, .properties): TremaCorePropertiesWriter(file)
    default: nil
    }
  }

  /// Returns the reason why the file's path differs from the old tool's, or `nil` if it is the
  /// same.
  package func pathDifference(_ format: ResourceFormat, _ file: FileDescription) -> String? {
    guard self == .tremaCore, format == .android else { return nil }
    return TremaCoreAndroidWriter.pathDifference(file)
  }
}
