/// How a file becomes another, as `patch` and `git apply` read it.
///
/// Source: POSIX, `diff -u`, "Unified Format".
package struct UnifiedPatch {
  /// Lines around a change that stay.
  private static let context = 3

  private let difference: LineDifference
  private var output: [UInt8] = []

  /// - Parameters:
  ///   - path: of the file, from the folder that the patch is applied in.
  /// - Returns: nothing when the two are the same.
  package static func text(path: String, old: [UInt8], new: [UInt8]) -> [UInt8] {
    var patch = UnifiedPatch(difference: LineDifference(old, new))
    if patch.difference.changes.isEmpty { return [] }
    patch.output += Array("--- \(name("a/" + path))\n+++ \(name("b/" + path))\n".utf8)
    for hunk in patch.hunks { patch.append(hunk) }
    return patch.output
  }

  /// A name as git spells it in a header: in quotation marks when a tab or the like would end it.
  private static func name(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return path }
    var name: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): name += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 8)
        name += Array("\\\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)".utf8)
      default: name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self) + "\""
  }

  private init(difference: LineDifference) { self.difference = difference }

  /// Changes with less than two contexts between them stand together.
  private var hunks: [[LineDifference.Change]] {
    difference.changes.reduce(into: []) { hunks, change in
      if let last = hunks.last?.last,
        change.old.lowerBound - last.old.upperBound <= 2 * Self.context
      {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
  }

  private mutating func append(_ hunk: [LineDifference.Change]) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, difference.old.count - last.old.upperBound)
    let old = first.old.lowerBound - before..<last.old.upperBound + after
    let new = first.new.lowerBound - before..<last.new.upperBound + after
    output += Array("@@ -\(Self.words(old)) +\(Self.words(new)) @@\n".utf8)
    var line = old.lowerBound
    for change in hunk {
      append(difference.old[line..<change.old.lowerBound], " ")
      append(difference.old[change.old], "-")
      append(difference.new[change.new], "+")
      line = change.old.upperBound
    }
    append(difference.old[line..<old.upperBound], " ")
  }

  private static func words(_ range: Range<Int>) -> String {
    // A range without lines is named by the line before it.
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  private mutating func append(_ lines: ArraySlice<ArraySlice<UInt8>>, _ mark: Character) {
    for line in lines {
      output += Array(String(mark).utf8)
      output += line
      if line.last != UInt8(ascii: "\n") {
        output += Array("\n\\ No newline at end of file\n".utf8)
      }
    }
  }
}
