import TremaHTTP

extension RecordedExchange {
  /// Returns the request as a command for a POSIX shell, which sends it with curl.
  ///
  /// - Parameter rule: the secrets that are replaced; ``RedactionRule/none`` for a command that can
  ///   be run although it needs secrets.
  public func curl(redacting rule: RedactionRule = .standard) -> String {
    CurlText(rule.redacted(self)).text
  }
}

/// A command for curl.
///
/// Source: POSIX.1-2017, Shell Command Language, section 2.2.2, and the manual of curl.
private struct CurlText {
  private let exchange: RecordedExchange

  init(_ exchange: RecordedExchange) { self.exchange = exchange }

  /// The command.
  var text: String {
    let request = exchange.request
    var words: [String] = ["curl --silent --show-error --globoff --path-as-is"]
    // The transports of this package also accept and decode compressed content.
    if !request.fields.contains(.acceptEncoding) { words[0] += " --compressed" }
    words[0] += request.method == .head ? " --head" : " -X \(quoted(request.method.name))"
    words[0] += " \(quoted(request.target))"
    for field in request.fields {
      let isEmpty = field.value.isEmpty
      words.append("-H \(quoted(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"))")
    }
    // Fields that curl adds by default are removed.
    var added: [HTTPFields.Name] = [.accept, .userAgent]
    if exchange.requestBody.count > 0 { added += [.contentType, .expect] }
    for name in added where !request.fields.contains(name) { words.append("-H '\(name):'") }
    let body = exchange.requestBody
    guard let bytes = body.bytes else {
      let comment = "# the body of \(Redaction.bytes(body.count)) was not recorded\n"
      return comment + joined(words)
    }
    if bytes.isEmpty { return joined(words) }
    guard let plain = plainText(bytes) else {
      words.append("--data-binary @-")
      return "printf '\(octal(bytes))' |\n  " + joined(words)
    }
    words.append("--data-raw \(quoted(plain))")
    return joined(words)
  }

  /// Joins the words on several lines.
  private func joined(_ words: [String]) -> String {
    words.joined(separator: " \\\n  ") + "\n"
  }

  /// Returns a word in single quotation marks, within which only the quotation mark has a meaning.
  /// Control characters, which no request contains, are replaced by a visible form.
  private func quoted(_ text: String) -> String {
    "'\(HTTPSyntax.escaped(text).replacing("'", with: #"'\''"#))'"
  }

  /// Returns the text if it is short and printable enough for a command.
  private func plainText(_ bytes: [UInt8]) -> String? {
    guard bytes.count < 100_000, !bytes.contains(0) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) && HTTPSyntax.escaped(text) == text ? text : nil
  }

  /// Returns octal escapes like `\101\102`, which every `printf` supports.
  private func octal(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4)
    for byte in bytes {
      text += [
        UInt8(ascii: "\\"), 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7,
      ]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
