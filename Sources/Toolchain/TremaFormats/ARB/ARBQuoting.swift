import TremaMessages

/// Parses strings in ARB files without Flutter's `use-escaping` option, which is off by default. An
/// apostrophe is an ordinary character, and so is a brace that does not belong to an argument.
///
/// See Flutter, `message_parser.dart` in `gen_l10n`; the `relax-syntax` setting.
enum ARBQuoting {
  /// Parses a string like ``Message/parseICU(_:)``, but without quoting. The ranges of issues refer
  /// to the string.
  static func message(_ text: String) -> (message: Message?, issue: MessageIssue?) {
    let bytes = Array(text.utf8)
    let (pattern, origins) = quoted(bytes)
    let (message, issue) = Message.parseICU(String(decoding: pattern, as: UTF8.self))
    return (
      message,
      issue.map { issue in
        func origin(_ offset: Int) -> Int {
          offset < origins.count ? origins[offset] : bytes.count
        }
        return MessageIssue(
          issue.kind, origin(issue.range.lowerBound)..<origin(issue.range.upperBound))
      }
    )
  }

  /// The construct that an open brace starts.
  private enum Level { case argument, branch }

  /// Returns the string with quotes around ordinary characters, and for each byte its index in the
  /// original.
  private static func quoted(_ bytes: [UInt8]) -> (pattern: [UInt8], origins: [Int]) {
    var pattern: [UInt8] = []
    var origins: [Int] = []
    var levels: [Level] = []
    func append(_ written: [UInt8], from index: Int) {
      pattern += written
      origins += repeatElement(index, count: written.count)
    }
    let quote = UInt8(ascii: "'")
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case quote: append([quote, quote], from: index)
      case UInt8(ascii: "{"):
        // The brace after a keyword starts a branch, not an argument.
        if levels.last == .argument {
          levels.append(.branch)
        } else if beginsArgument(bytes, after: index) {
          levels.append(.argument)
        } else {
          append([quote, byte, quote], from: index)
          continue
        }
        append([byte], from: index)
      case UInt8(ascii: "}"):
        append(levels.popLast() == nil ? [quote, byte, quote] : [byte], from: index)
      case UInt8(ascii: "#") where levels.last == .branch:
        // Flutter doesn't support `#`.
        append([quote, byte, quote], from: index)
      default: append([byte], from: index)
      }
    }
    return (pattern, origins)
  }

  /// Returns whether a brace is followed by a name and then by a comma or the end of the argument.
  private static func beginsArgument(_ bytes: [UInt8], after brace: Int) -> Bool {
    func behindSpace(_ start: Int) -> Int {
      var index = start
      while index < bytes.count, bytes[index] == 0x20 || (9...13).contains(bytes[index]) {
        index += 1
      }
      return index
    }
    let start = behindSpace(brace + 1)
    var index = start
    while index < bytes.count, isName(bytes[index], isFirst: index == start) { index += 1 }
    guard index > start else { return false }
    let end = behindSpace(index)
    return bytes.has("}", at: end) || bytes.has(",", at: end)
  }

  /// Returns whether a byte may occur in an argument name.
  private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
    default: false
    }
  }
}
