import TremaMessages

/// The text that a platform must show for a message, worked out without the writers: text as it is,
/// percent signs doubled where a formatter will read them, placeholders spelled by a table of our
/// own.
enum IntendedText {
  static func apple(_ message: Message) -> String { text(message, numbered: false, apple) }

  static func java(_ message: Message) -> String {
    text(message, numbered: message.placeholders.count > 1, java)
  }

  /// Returns the message as the catalogue has it.
  static func neutral(_ message: Message) -> String {
    text(message, numbered: false) { placeholder, position in
      var spelled = "%"
      if let position { spelled += "\(position)$" }
      return spelled + flags(placeholder, grouping: "'") + extents(placeholder)
        + (placeholder.length?.rawValue ?? "") + letter(placeholder)
    }
  }

  private static func text(
    _ message: Message, numbered: Bool, _ spell: (Placeholder, Int?) -> String
  ) -> String {
    var result = String.UnicodeScalarView()
    var number = 0
    for element in message.elements {
      switch element {
      case .text(let text):
        for scalar in text.unicodeScalars {
          if scalar == "%", message.hasPlaceholders { result.append("%") }
          result.append(scalar)
        }
      case .placeholder(let placeholder):
        number += 1
        let position = placeholder.position ?? (numbered ? number : nil)
        result.append(contentsOf: spell(placeholder, position).unicodeScalars)
      // No output can express this: a comparison with it fails.
      case .argument, .pluralNumber: result.append("\u{FFFC}")
      }
    }
    return String(result)
  }

  private static func letter(_ placeholder: Placeholder) -> String {
    String(Unicode.Scalar(placeholder.conversion))
      + (placeholder.dateSuffix.map { String(Unicode.Scalar($0)) } ?? "")
  }

  private static func flags(_ placeholder: Placeholder, grouping: String) -> String {
    var spelled = ""
    if placeholder.flags.contains(.leftAligned) { spelled += "-" }
    if placeholder.flags.contains(.zeroPadded) { spelled += "0" }
    if placeholder.flags.contains(.signed) { spelled += "+" }
    if placeholder.flags.contains(.grouped) { spelled += grouping }
    if placeholder.flags.contains(.alternate) { spelled += "#" }
    return spelled
  }

  private static func extents(_ placeholder: Placeholder) -> String {
    var spelled = ""
    if case .fixed(let width)? = placeholder.width { spelled += "\(width)" }
    if case .fixed(let digits)? = placeholder.precision { spelled += ".\(digits)" }
    return spelled
  }

  private static func apple(_ placeholder: Placeholder, _ position: Int?) -> String {
    let length = placeholder.length?.rawValue ?? ""
    var spelled = "%"
    if let position { spelled += "\(position)$" }
    spelled += flags(placeholder, grouping: "'") + extents(placeholder)
    return spelled + ("sS".contains(letter(placeholder)) ? "@" : length + letter(placeholder))
  }

  private static func java(_ placeholder: Placeholder, _ position: Int?) -> String {
    let letters = ["@": "s", "S": "s", "i": "d", "u": "d", "D": "d", "U": "d", "O": "o", "C": "c"]
    var placeholder = placeholder
    let letter = letters[letter(placeholder)] ?? letter(placeholder)
    // Java has no precision for integers: `%.3d` becomes three digits with leading zeros.
    if "dxXo".contains(letter), case .fixed(let digits)? = placeholder.precision {
      placeholder.precision = nil
      if digits > 1 {
        placeholder.width = .fixed(digits)
        placeholder.flags.insert(.zeroPadded)
      }
    }
    // Both flags have no meaning without a width, and Java refuses them.
    if placeholder.width == nil { placeholder.flags.subtract([.leftAligned, .zeroPadded]) }
    if placeholder.flags.contains(.leftAligned) { placeholder.flags.remove(.zeroPadded) }
    var spelled = "%"
    if let position { spelled += "\(position)$" }
    return spelled + flags(placeholder, grouping: ",") + extents(placeholder) + letter
  }
}
