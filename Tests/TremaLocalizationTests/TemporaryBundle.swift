import Foundation
import TremaMessages
import TremaSupport

@testable import TremaLocalization

/// A folder of texts on disk, removed when it is deallocated.
final class TemporaryBundle: Sendable {
  let path: String
  let bundle: Bundle

  /// - Parameter files: Contents by path inside the bundle.
  /// - Throws: The errors of the file system.
  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(
      at: Self.root, withIntermediateDirectories: true)
    let folder = Self.root.appendingPathComponent(UUID().uuidString)
    path = folder.path
    for (name, text) in files {
      try Self.write(Data(text.utf8), to: folder.appendingPathComponent(name))
    }
    if files.isEmpty {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    guard let bundle = Bundle(path: path) else { throw CocoaError(.fileNoSuchFile) }
    self.bundle = bundle
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static var root: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("TremaLocalizationTests")
  }

  func file(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

  func write(_ data: Data, to name: String) throws { try Self.write(data, to: file(name)) }

  private static func write(_ data: Data, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }
}

/// Stores the problems that a translator reports.
final class Problems: Sendable {
  private let reported = LockedValue<[TranslationProblem]>([])

  var all: [TranslationProblem] { reported.value }
  var reasons: [TranslationProblem.Reason] { all.map(\.reason) }

  func callAsFunction(_ problem: TranslationProblem) {
    reported.withLock { $0.append(problem) }
  }
}

/// A translator for `bundle` whose problems can be read.
func translator(
  _ bundle: TemporaryBundle, _ languages: [String], master: String? = nil
) -> (Translator, Problems) {
  let problems = Problems()
  let translator = Translator(
    languages: languages, masterLanguage: master, bundle: bundle.bundle,
    onProblem: { problems($0) })
  return (translator, problems)
}
