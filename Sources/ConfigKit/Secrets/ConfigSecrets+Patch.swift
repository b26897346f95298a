import TremaSupport

extension ConfigSecrets {
  /// A patch, with stars for the text of lines that have a secret. It is for reading then.
  ///
  /// What a change puts in the place of a hidden line is hidden as well, however it spells the secret.
  ///
  /// - Parameter folder: where its paths start from.
  package func masked(patch: [UInt8], in folder: String? = nil) -> [UInt8] {
    var masking = PatchMasking(self, folder: folder)
    var masked: [UInt8] = []
    masked.reserveCapacity(patch.count)
    for line in patch.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      masked += masking.masked(String(decoding: line, as: UTF8.self)).utf8
      masked.append(UInt8(ascii: "\n"))
    }
    return masked.dropLast()
  }
}

/// Goes through a patch line by line, and knows of each which line of the old file it is.
private struct PatchMasking {
  /// How many lines above one are looked at for the key of its value.
  private static let mostAbove = 40

  private let secrets: ConfigSecrets
  private let folder: String?
  private var file = ""
  private var number = 0
  /// How many lines of the old and the new file the hunk still has.
  private var left = (old: 0, new: 0)
  private var above: [String] = []
  /// Whether a line that the change takes out is hidden.
  private var hidesChange = false

  init(_ secrets: ConfigSecrets, folder: String?) {
    self.secrets = secrets
    self.folder = folder == "." ? nil : folder
  }

  mutating func masked(_ line: String) -> String {
    guard left.old > 0 || left.new > 0, let sign = line.utf8.first else {
      head(line)
      return line
    }
    let text = String(decoding: line.utf8.dropFirst(), as: UTF8.self)
    let isNew = sign == UInt8(ascii: "+")
    // `\ No newline at end of file`
    if sign == UInt8(ascii: "\\") { return line }
    let shown = secrets.masked(
      text, isNew ? 0 : number, of: file, above: above.suffix(Self.mostAbove).reversed())
    let isHidden = shown != text
    above.append(text)
    switch sign {
    case UInt8(ascii: "+"): left.new -= 1
    case UInt8(ascii: "-"):
      left.old -= 1
      number += 1
      hidesChange = hidesChange || isHidden
    default:
      left = (left.old - 1, left.new - 1)
      number += 1
      hidesChange = false
    }
    let first = String(decoding: line.utf8.prefix(1), as: UTF8.self)
    return first + (isNew && hidesChange && !isHidden ? ConfigSecrets.stars(text) : shown)
  }

  /// `--- a/path`, or `@@ -12,3 +12,3 @@`.
  private mutating func head(_ line: String) {
    if line.hasPrefix("--- ") {
      let path = line.utf8.dropFirst(line.hasPrefix("--- a/") ? 6 : 4)
      let name = String(decoding: path.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)
      file = folder.map { "\($0)/\(name)" } ?? name
    } else if line.hasPrefix("@@ ") {
      let words = line.utf8.split(separator: UInt8(ascii: " "))
      guard words.count > 2 else { return }
      let (old, new) = (Self.range(words[1]), Self.range(words[2]))
      number = old.start
      left = (old.count, new.count)
      (above, hidesChange) = ([], false)
    }
  }

  /// `-12,3`, or `-12` for one line.
  private static func range(_ word: Substring.UTF8View) -> (start: Int, count: Int) {
    let numbers = word.dropFirst().split(separator: UInt8(ascii: ",")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    return (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 1)
  }
}
