import TremaMessages
import TremaSupport

extension AndroidReader {
  /// Returns the message for a text of Compose Multiplatform. Braces and percent signs are ordinary
  /// text.
  ///
  /// Placeholders that only `java.util.Formatter` replaces are reported. They become placeholders of
  /// the message nonetheless, because an app may format the text itself.
  mutating func composeMessage(_ leaf: AndroidLeaf, key: String) -> Message {
    let bytes = leaf.text.bytes
    let name = dialect.name
    var elements: [Message.Element] = []
    var percents = LiteralPercents()
    var done = 0
    for argument in ComposeArgument.all(in: bytes) {
      Self.append(bytes[done..<argument.range.lowerBound], to: &elements, &percents)
      elements.append(.placeholder(argument.placeholder))
      done = argument.range.upperBound
    }
    Self.append(bytes[done...], to: &elements, &percents)
    if let placeholder = percents.placeholder {
      report(
        .warning, "unsupported-placeholder",
        "\(name) displays '\(placeholder)' literally in '\(key.shortened)'",
        at: leaf.position, hint: "replace it with %1$s or %1$d", subject: key)
    }
    if percents.hasDoubledPercent {
      report(
        .warning, "unescaped-percent",
        "\(name) displays '%%' as two percent signs in '\(key.shortened)'",
        at: leaf.position, hint: "replace it with a single percent sign", subject: key)
    }
    return Message(elements)
  }

  /// The percent signs of a text that `java.util.Formatter` would interpret.
  private struct LiteralPercents {
    /// The first placeholder that Compose Multiplatform does not replace.
    var placeholder: Placeholder?
    /// Whether the text contains `%%`.
    var hasDoubledPercent = false
  }

  /// Appends the bytes between arguments to the elements of a message.
  private static func append(
    _ bytes: ArraySlice<UInt8>, to elements: inout [Message.Element],
    _ percents: inout LiteralPercents
  ) {
    let bytes = Array(bytes)
    var done = 0
    for (range, percent) in Placeholder.percents(in: bytes) {
      switch percent {
      case .placeholder(let placeholder):
        // Apple's conversions are not placeholders in Kotlin either.
        if placeholder.conversion == UInt8(ascii: "@") || placeholder.length != nil { continue }
        percents.placeholder = percents.placeholder ?? placeholder
        elements.append(.text(String(decoding: bytes[done..<range.lowerBound], as: UTF8.self)))
        elements.append(.placeholder(placeholder))
        done = range.upperBound
      case .doubled: percents.hasDoubledPercent = true
      case .lone: break
      }
    }
    elements.append(.text(String(decoding: bytes[done...], as: UTF8.self)))
  }
}

/// An argument in a text of Compose Multiplatform: `%1$s` or `%1$d`.
///
/// Source: `SimpleStringFormatRegex` in `org.jetbrains.compose.resources`.
private struct ComposeArgument {
  /// The argument's range in the UTF-8 bytes of the text.
  var range: Range<Int>
  var placeholder: Placeholder

  /// Returns the arguments in a text, in order.
  static func all(in bytes: [UInt8]) -> [ComposeArgument] {
    var arguments: [ComposeArgument] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = start + 1
      let digits = bytes[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
      let end = digits.endIndex + 2
      guard end <= bytes.count, bytes[digits.endIndex] == UInt8(ascii: "$"),
        bytes[end - 1] == UInt8(ascii: "s") || bytes[end - 1] == UInt8(ascii: "d"),
        let number = Int(String(decoding: digits, as: UTF8.self)), number > 0
      else { continue }
      var placeholder = Placeholder(Unicode.Scalar(bytes[end - 1]))
      placeholder.position = number
      arguments.append(ComposeArgument(range: start..<end, placeholder: placeholder))
      index = end
    }
    return arguments
  }
}
