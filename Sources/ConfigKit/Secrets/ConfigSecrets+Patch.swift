import TremaSupport

extension ConfigSecrets {
  /// Returns a patch in which lines that contain a secret are replaced with asterisks. The result
  /// can be read but not applied.
  ///
  /// A line that replaces a masked line is also masked, because it may contain the same secret in a
  /// different form.
  ///
  /// - Parameters:
  ///   - patch: A unified diff.
  ///   - folder: The folder that the paths in the patch are relative to.
  package func masked(patch: [UInt8], in folder: String? = nil) -> [UInt8] {
    var masking = PatchMasker(self, folder: folder)
    var masked: [UInt8] = []
    masked.reserveCapacity(patch.count)
    for line in patch.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      masked += masking.masked(String(decoding: line, as: UTF8.self)).utf8
      masked.append(UInt8(ascii: "\n"))
    }
    return masked.dropLast()
  }
}

/// A traversal of a patch's lines that keeps track of the line number in the old file.
private struct PatchMasker {
  /// The number of preceding lines to search for a value's key.
  private static let maxPrecedingLines = 40

  /// The secrets to mask.
  private let secrets: ConfigSecrets
  /// The folder that paths are relative to, or `nil` for the current folder.
  private let folder: String?
  /// The path of the file that the current hunk belongs to.
  private var file = ""
  /// The number of the next line in the old file.
  private var lineNumber = 0
  /// How many lines of the current hunk remain in the old and new files.
  private var remaining = (old: 0, new: 0)
  /// The preceding lines of the hunk, without their markers.
  private var precedingLines: [String] = []
  /// Whether a removed line of the current change was masked.
  private var hidesChange = false

  /// Creates a traversal that starts at the first line.
  init(_ secrets: ConfigSecrets, folder: String?) {
    self.secrets = secrets
    self.folder = folder == "." ? nil : folder
  }

  /// Returns the next line, masked if it contains a secret.
  mutating func masked(_ line: String) -> String {
    guard remaining.old > 0 || remaining.new > 0, let marker = line.utf8.first else {
      readHeader(line)
      return line
    }
    let text = String(decoding: line.utf8.dropFirst(), as: UTF8.self)
    let isNew = marker == UInt8(ascii: "+")
    // The line is the note `\ No newline at end of file`, which doesn't belong to a file.
    if marker == UInt8(ascii: "\\") { return line }
    // Added lines have no number in the old file, which is represented by 0.
    let shown = secrets.masked(
      text, isNew ? 0 : lineNumber, of: file,
      above: precedingLines.suffix(Self.maxPrecedingLines).reversed())
    let isHidden = shown != text
    precedingLines.append(text)
    switch marker {
    case UInt8(ascii: "+"): remaining.new -= 1
    case UInt8(ascii: "-"):
      remaining.old -= 1
      lineNumber += 1
      hidesChange = hidesChange || isHidden
    default:
      remaining = (remaining.old - 1, remaining.new - 1)
      lineNumber += 1
      // A context line ends the change.
      hidesChange = false
    }
    let first = String(decoding: line.utf8.prefix(1), as: UTF8.self)
    return first + (isNew && hidesChange && !isHidden ? ConfigSecrets.stars(text) : shown)
  }

  /// Reads a line outside a hunk: `--- a/path` or `@@ -12,3 +12,3 @@`.
  private mutating func readHeader(_ line: String) {
    if line.hasPrefix("--- ") {
      let path = line.utf8.dropFirst(line.hasPrefix("--- a/") ? 6 : 4)
      let name = String(decoding: path.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)
      file = folder.map { "\($0)/\(name)" } ?? name
    } else if line.hasPrefix("@@ ") {
      let words = line.utf8.split(separator: UInt8(ascii: " "))
      guard words.count > 2 else { return }
      let (old, new) = (Self.range(words[1]), Self.range(words[2]))
      lineNumber = old.start
      remaining = (old.count, new.count)
      (precedingLines, hidesChange) = ([], false)
    }
  }

  /// Returns the start and line count of a range: `-12,3`, or `-12` for a single line.
  private static func range(_ word: Substring.UTF8View) -> (start: Int, count: Int) {
    let numbers = word.dropFirst().split(separator: UInt8(ascii: ",")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    return (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 1)
  }
}
