import TremaSupport

/// The lines above the difference of a file, as git has them.
package struct DiffHeader {
  private let path: String
  private let newPath: String
  private let oldMode: String
  private let newMode: String
  private let details: String

  /// - Parameters:
  ///   - path: in the repository.
  ///   - newPath: that of a file that has moved.
  ///   - oldMode: as git writes it, `100644`; `.` when there was no file.
  ///   - newMode: the same of the new state.
  ///   - details: lines that git has of a file that has moved.
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
      let shown = TerminalText.shown(line)
      return color ? "\u{1B}[1m\(shown)\u{1B}[0m\n" : "\(shown)\n"
    }.joined()
  }

  /// Returns git's line for a file whose merge is not finished.
  package func unmerged() -> String { "* Unmerged path \(TerminalText.shown(path))\n" }
}
