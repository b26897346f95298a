import TremaMessages
import TremaSupport

/// Verifies compiled catalogs. Apps open such files without verifying them completely.
package enum CompiledFile {
  /// Returns whether a path has the extension of a compiled catalog, ignoring case.
  package static func isCompiledFile(_ path: String) -> Bool {
    path.lowercased().utf8.suffix(7).elementsEqual(".tremac".utf8)
  }

  /// Verifies a whole file: its checksum, its table, and each key, text and pattern.
  ///
  /// - Returns: The first problem as an `.unreadable` diagnostic, or `nil` if the file is valid.
  package static func problem(in path: String) -> Diagnostic? {
    do throws(Diagnostic) {
      let bytes = try InputFile(path: path).contents(limit: CompiledLayout.maxFileSize)
      do throws(CompiledProblem) {
        try CompiledCatalog(CompiledBytes(copying: bytes)).verify()
        return nil
      } catch {
        return diagnostic(error, path)
      }
    } catch {
      return error
    }
  }

  /// Returns the diagnostic for a problem of a compiled catalog.
  private static func diagnostic(_ problem: CompiledProblem, _ path: String) -> Diagnostic {
    let (code, hint) =
      switch problem.kind {
      case .notCompiled:
        ("not-compiled", "specify a file created by: trema convert --format compiled")
      case .version:
        (
          "unknown-version",
          "check it with the version of trema that created it, or create it again"
        )
      case .length, .damaged:
        ("damaged-file", "create it again with: trema build, or trema convert --format compiled")
      }
    return Diagnostic(
      .error, code, "'\(path)': \(problem)", at: SourceLocation(file: path), hint: hint,
      kind: .unreadable)
  }
}
