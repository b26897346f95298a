import Foundation
import TremaCatalog
import TremaFormats
import TremaLocalization
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Texts of one language in the form of an app.
struct RunTimeBundle {
  let folder: TemporaryFolder
  private let bundle: Bundle

  /// - Parameter files: Contents by path.
  init(_ files: [String: [UInt8]]) throws {
    folder = try TemporaryFolder()
    for (path, bytes) in files { try folder.write(bytes, to: path) }
    guard let bundle = Bundle(path: folder.path) else { throw CocoaError(.fileNoSuchFile) }
    self.bundle = bundle
  }

  /// Shows texts, and stores the reported problems.
  final class Reader: Sendable {
    private let problems = LockedValue<[TranslationProblem]>([])
    private let translator: LockedValue<Translator>
    /// The folder, kept as long as it is read.
    private let folder: TemporaryFolder

    init(_ translator: Translator, in folder: TemporaryFolder) {
      self.folder = folder
      self.translator = LockedValue(translator)
      self.translator.withLock { translator in
        translator.onProblem = { [weak self] problem in
          self?.problems.withLock { $0.append(problem) }
        }
      }
    }

    func callAsFunction(_ key: String, _ arguments: [any TextArgument] = []) -> String {
      translator.value.translate(key, arguments: arguments)
    }

    /// The problems since the last call.
    func takeProblems() -> [TranslationProblem.Reason] {
      problems.withLock { problems in
        defer { problems = [] }
        return problems.map(\.reason)
      }
    }
  }

  func reader(_ languages: String...) -> Reader {
    Reader(Translator(languages: languages, bundle: bundle), in: folder)
  }
}

extension RunTimeBundle {
  /// The files of texts in the formats of an app, with the tables `Localizable`.
  static func files(
    _ texts: [Text], _ language: LanguageTag, master: String, _ formats: [ResourceFormat]
  ) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for format in formats {
      var description = FileDescription(
        source: "Texts.trm", table: "Localizable", language: language, defaultLanguage: language)
      description.hasPluralFile = formats.contains(.stringsdict)
      var writer = format.writer(description)
      var bytes: [UInt8] = []
      writer.begin(into: &bytes)
      for text in texts {
        let outline = TextOutline(
          text, annotations: Annotations(text.context?.text ?? ""), master: master)
        for index in text.values.indices
        where LanguageTag(text.values[index].language) == language {
          writer.append(Entry(text, at: index, outline), into: &bytes)
        }
      }
      writer.end(into: &bytes)
      for path in format.paths(description) { files[path] = bytes }
    }
    return files
  }
}
