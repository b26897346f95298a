import TremaSupport

/// Converts system errors to diagnostics.
enum SystemCalls {
  /// Returns the description of an error.
  static func description(_ error: Int32) -> String {
    error == ESTALE
      ? "another program changed it meanwhile" : String(cString: strerror(error)).lowercased()
  }

  /// Returns the diagnostic for a file that cannot be read.
  static func unreadableFile(_ path: String, _ error: SystemError) -> Diagnostic {
    var reason = description(error.code)
    var hint: String?
    if let folder = error.copyFolder {
      reason = "no copy can be stored in '\(folder)': \(reason)"
      hint = "free disk space there, or set TMPDIR to another folder"
    } else {
      hint =
        switch error.code {
        case ENOENT: "check the path; relative paths start in the current folder"
        case EISDIR: "specify a file in it"
        case EACCES: "change its permissions so that you can read it"
        case EBADF where path == "-": "standard input is closed"
        default: nil
        }
    }
    return Diagnostic(
      .error, "cannot-read", "cannot read '\(path)': \(reason)",
      at: SourceLocation(file: path), hint: hint, kind: .unreadable)
  }

  /// Returns the diagnostic for a file that cannot be written.
  static func unwritableFile(_ path: String, _ error: Int32) -> Diagnostic {
    let hint: String? =
      switch error {
      case ENOTDIR, EEXIST: "a file is in the place of a folder"
      case EISDIR: "a folder is in the place of the file"
      case EACCES, EPERM: "change the permissions of the folder so that you can write"
      case EROFS: "write to another folder"
      case ENOENT: "a folder of the path is missing"
      case ESTALE: "run trema again"
      case ENOSPC, EDQUOT: "free disk space; the outputs are unchanged"
      default: nil
      }
    return Diagnostic(
      .error, "cannot-write", "cannot write '\(path)': \(description(error))",
      at: SourceLocation(file: path), hint: hint, kind: .unwritable)
  }
}
