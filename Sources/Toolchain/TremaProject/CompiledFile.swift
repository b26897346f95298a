import TremaMessages
import TremaSupport

/// A compiled catalogue that is to be checked. Apps open it without looking at all of it.
package enum CompiledFile {
  /// Whether a file is one, by its name.
  package static func isOne(_ path: String) -> Bool {
    path.lowercased().utf8.suffix(7).elementsEqual(".tremac".utf8)
  }

  /// Reads the whole file: the checksum, the table, each key, text and pattern.
  ///
  /// - Returns: the first thing that is wrong with it, of the kind `.unreadable`; nil when it is
  ///   sound.
  package static func problem(in path: String) -> Diagnostic? {
    do throws(Diagnostic) {
      let bytes = try InputFile(path: path).contents(limit: CompiledLayout.largestFile)
      do throws(CompiledProblem) {
        try CompiledCatalogue(CompiledBytes(copying: bytes)).verify()
        return nil
      } catch {
        return diagnostic(error, path)
      }
    } catch {
      return error
    }
  }

  private static func diagnostic(_ problem: CompiledProblem, _ path: String) -> Diagnostic {
    let (code, hint) =
      switch problem.kind {
      case .notCompiled:
        ("not-compiled", "name a file that trema convert --format compiled has made")
      case .version: ("unknown-version", "check it with the trema that made it, or make it again")
      case .length, .damaged:
        ("damaged-file", "make it again: trema build, or trema convert --format compiled")
      }
    return Diagnostic(
      .error, code, "'\(path)': \(problem)", at: SourceLocation(file: path), hint: hint,
      kind: .unreadable)
  }
}
