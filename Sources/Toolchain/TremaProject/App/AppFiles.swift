import TremaCatalog
import TremaMessages
import TremaSupport

/// The files of an app that must agree with its texts and languages, and the outputs that they are
/// compared with.
package struct AppFiles: Sendable {
  /// A file, and the location where its path is specified.
  package struct File: Sendable {
    let path: String
    let location: SourceLocation?
  }

  /// The app's information property list.
  package var infoPlist: File?
  /// The Gradle build file of the Android app.
  package var gradle: File?
  /// All outputs of the project, even if only some of them are written.
  private(set) var outputs: [ConversionOutput]

  /// Returns the files of a project.
  ///
  /// - Returns: `nil` if there is nothing to compare.
  init?(_ project: ProjectFile) {
    outputs = project.outputs.compactMap { $0.conversionOutput(in: "").output }
    infoPlist = project.app?.infoPlist.map {
      File(path: project.path(of: $0.value), location: $0.location)
    }
    gradle = project.app?.gradle.map {
      File(path: project.path(of: $0.value), location: $0.location)
    }
    if infoPlist == nil, gradle == nil, tables(.appShortcuts).isEmpty { return nil }
  }

  /// The paths of the files.
  package var paths: [String] { [infoPlist, gradle].compactMap { $0?.path } }

  /// A table with a fixed name that the system reads.
  enum SystemTable: String {
    /// The texts that replace values of the Info.plist.
    case infoPlist = "InfoPlist"
    /// The phrases of App Shortcuts.
    case appShortcuts = "AppShortcuts"
  }

  /// Returns the outputs that write a table of the system.
  func tables(_ table: SystemTable) -> [ConversionOutput] {
    outputs.filter { output in
      switch output.kind {
      case .resources(.strings), .catalog(.xcstrings): output.table == table.rawValue
      default: false
      }
    }
  }

  /// Returns the languages of the app on a platform: the languages of its outputs of texts, or the
  /// languages of the project if there are none.
  ///
  /// - Parameters:
  ///   - platform: The platform.
  ///   - project: The languages of the project, in order.
  ///   - master: The master language, which is always included.
  func languages(
    on platform: AppPlatform, among project: [LanguageTag], master: LanguageTag
  ) -> [LanguageTag] {
    let all = project.contains(master) ? project : [master] + project
    let outputs = outputs.filter { output in
      switch output.kind {
      case .resources, .catalog: output.platform == platform
      case .swift, .kotlin, .localeConfig, .listing: false
      }
    }
    if outputs.isEmpty { return all }
    let written = Set(outputs.flatMap { $0.languages(of: all, master: master) })
    return all.filter(written.contains)
  }
}
