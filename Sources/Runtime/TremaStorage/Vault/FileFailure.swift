#if canImport(CTremaSodium)
  import TremaSupport

  /// Conversion of system errors to store errors.
  enum FileFailure {
    /// Returns the error for a failure to read a file. For a symbolic link, it contains the path of
    /// the target.
    static func reading(_ path: String, _ error: SystemError) -> SecretError {
      let code = error.code
      var reason = error.reason
      if code == ELOOP, let target = realpath(path, nil) {
        defer { free(target) }
        reason = "it is a symbolic link; use the path of the file, \(String(cString: target))"
      }
      return .system(path: path, code: code, reason: reason)
    }

    /// Returns the error for a failure to write a file.
    static func writing(_ path: String, _ error: SystemError = SystemError()) -> SecretError {
      switch error.code {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case EROFS, EACCES, EPERM: .notWritable(path: path)
      default: reading(path, error)
      }
    }
  }
#endif
