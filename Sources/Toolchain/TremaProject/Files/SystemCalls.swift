import TremaSupport

/// Conversions of system errors to diagnostics.
enum SystemCalls {
  /// Returns the description of an error.
  static func words(_ error: Int32) -> String {
    error == ESTALE
      ? "another program changed it meanwhile" : String(cString: strerror(error)).lowercased()
  }

  /// Returns the diagnostic for a file that cannot be read.
  static func unreadable(_ path: String, _ error: SystemError) -> Diagnostic {
    var reason = words(error.code)
    var hint: String?
    if let folder = error.copyFolder {
      reason = "no copy can be kept in '\(folder)': \(reason)"
      hint = "make room there, or name another folder in TMPDIR"
    } else {
      hint =
        switch error.code {
        case ENOENT: "is the path right? It starts from the folder that trema runs in"
        case EISDIR: "name the file in it"
        case EACCES: "its permissions do not let you read it"
        case EBADF where path == "-": "standard input is closed"
        default: nil
        }
    }
    return Diagnostic(
      .error, "cannot-read", "cannot read '\(path)': \(reason)",
      at: SourceLocation(file: path), hint: hint, kind: .unreadable)
  }

  /// Returns the diagnostic for a file that cannot be written.
  static func unwritable(_ path: String, _ error: Int32) -> Diagnostic {
    let hint: String? =
      switch error {
      case ENOTDIR, EEXIST: "a file is in the place of a folder"
      case EISDIR: "a folder is in the place of the file"
      case EACCES, EPERM: "the permissions of the folder do not let you write"
      case EROFS: "write to another folder"
      case ENOENT: "a folder of the path is missing"
      case ESTALE: "run trema again"
      case ENOSPC, EDQUOT: "make room; the outputs are as they were"
      default: nil
      }
    return Diagnostic(
      .error, "cannot-write", "cannot write '\(path)': \(words(error))",
      at: SourceLocation(file: path), hint: hint, kind: .unwritable)
  }
}
