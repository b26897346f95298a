import TremaSupport

/// Converts system errors to diagnostics.
enum SystemCalls {
  /// Returns the description of an error.
  static func description(_ error: Int32) -> String {
    error == ESTALE
      ? "another program changed it in the meantime" : String(cString: strerror(error)).lowercased()
  }

  /// Returns the diagnostic for a file that cannot be read.
  static func unreadableFile(_ path: String, _ error: SystemError) -> Diagnostic {
    var reason = description(error.code)
    var hint: String?
    if let folder = error.copyFolder {
      reason = "cannot create a temporary file in '\(folder)': \(reason)"
      hint = "free disk space there, or set TMPDIR to another folder"
    } else {
      hint =
        switch error.code {
        case ENOENT: "check the path; relative paths start in the current folder"
        case EISDIR: "specify a file in it"
        case EACCES: "change its permissions so that you can read it"
        case EBADF where path == "-": "open standard input, or specify a file"
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
      case ENOTDIR, EEXIST:
        "remove the file that is in the place of a folder, or choose another "
          + "path"
      case EISDIR: "remove the folder that is in the place of the file, or choose another path"
      case EACCES, EPERM: "change the permissions of the folder so that you can write"
      case EROFS: "use another folder"
      case ENOENT: "create the missing folder"
      case ESTALE: "run trema again"
      case ENOSPC, EDQUOT: "free disk space; the outputs are unchanged"
      default: nil
      }
    return Diagnostic(
      .error, "cannot-write", "cannot write '\(path)': \(description(error))",
      at: SourceLocation(file: path), hint: hint, kind: .unwritable)
  }
}
