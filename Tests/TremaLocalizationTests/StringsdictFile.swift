/// Files in Xcode's layout.
enum StringsdictFile {
  /// - Parameter entries: Key, format, and each variable with its forms.
  static func text(_ entries: [(String, String, [(String, [(String, String)])])]) -> String {
    file(
      entries.map { key, format, variables in
        var body = "<key>NSStringLocalizedFormatKey</key>\n<string>\(format)</string>\n"
        for (name, forms) in variables {
          body += """
            <key>\(name)</key>
            <dict>
              <key>NSStringFormatSpecTypeKey</key>
              <string>NSStringPluralRuleType</string>
              <key>NSStringFormatValueTypeKey</key>
              <string>ld</string>

            """
          for (category, form) in forms {
            body += "  <key>\(category)</key>\n  <string>\(form)</string>\n"
          }
          body += "</dict>\n"
        }
        return "<key>\(key)</key>\n<dict>\n\(body)</dict>\n"
      }.joined())
  }

  static func file(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(body)</dict>
    </plist>

    """
  }

  /// `days`, "%#@n@", with these forms.
  static func days(_ forms: [(String, String)]) -> String {
    text([("days", "%#@n@", [("n", forms)])])
  }
}
