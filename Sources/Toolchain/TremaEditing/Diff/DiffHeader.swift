import TremaSupport

/// The header lines of a file's difference, in Git's format.
package struct DiffHeader {
  private let path: String
  private let newPath: String
  private let oldMode: String
  private let newMode: String
  private let details: String

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - path: The old path in the repository.
  ///   - newPath: The new path of a file that was moved, or `nil` if it was not moved.
  ///   - oldMode: The old mode in Git's notation, such as `100644`, or `.` if there was no file.
  ///   - newMode: The new mode in Git's notation, or `.` if the file no longer exists.
  ///   - details: The additional lines that Git writes for a moved file.
  package init(
    path: String, newPath: String? = nil, oldMode: String = "", newMode: String = "",
    details: String = ""
  ) {
    self.path = path
    self.newPath = newPath ?? path
    self.oldMode = oldMode
    self.newMode = newMode
    self.details = details
  }

  /// Returns the lines of the header, bold if colors are enabled. Control characters are escaped.
  package func text(color: Bool) -> String {
    var lines = ["diff --trema a/\(path) b/\(newPath)"]
    if oldMode == "." {
      lines.append("new file mode \(newMode)")
    } else if newMode == "." {
      lines.append("deleted file mode \(oldMode)")
    } else if oldMode != newMode {
      lines += ["old mode \(oldMode)", "new mode \(newMode)"]
    }
    lines += details.split(separator: "\n").map(String.init)
    return lines.map { line in
      let shown = TerminalText.escaped(line)
      return color ? "\u{1B}[1m\(shown)\u{1B}[0m\n" : "\(shown)\n"
    }.joined()
  }

  /// Returns Git's line for a file with an unresolved merge conflict.
  package func unmerged() -> String { "* Unmerged path \(TerminalText.escaped(path))\n" }
}
