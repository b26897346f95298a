import TremaHTTP

extension RecordedExchange {
  /// Returns a `curl` command line for a POSIX shell that sends the request.
  ///
  /// - Parameter rule: The secrets to replace; ``RedactionRule/none`` returns a command that
  ///   includes the secrets and can be run as is.
  public func curl(redacting rule: RedactionRule = .standard) -> String {
    CurlCommandLine(rule.redacted(self)).text
  }
}

/// A curl command line.
///
/// See POSIX.1-2017, Shell Command Language, section 2.2.2, and the curl man page.
private struct CurlCommandLine {
  private let exchange: RecordedExchange

  init(_ exchange: RecordedExchange) { self.exchange = exchange }

  /// The command.
  var text: String {
    let request = exchange.request
    var words: [String] = ["curl --silent --show-error --globoff --path-as-is"]
    // Like the package's transports, ask for compressed content and decode it.
    if !request.fields.contains(.acceptEncoding) { words[0] += " --compressed" }
    words[0] += request.method == .head ? " --head" : " -X \(quoted(request.method.name))"
    words[0] += " \(quoted(request.target))"
    for field in request.fields {
      let isEmpty = field.value.isEmpty
      words.append("-H \(quoted(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"))")
    }
    // An empty value removes a field that curl adds by default.
    var added: [HTTPFields.Name] = [.accept, .userAgent]
    if exchange.requestBody.count > 0 { added += [.contentType, .expect] }
    for name in added where !request.fields.contains(name) { words.append("-H '\(name):'") }
    let body = exchange.requestBody
    guard let bytes = body.bytes else {
      let comment = "# the request body (\(Redaction.bytes(body.count))) was not recorded\n"
      return comment + joined(words)
    }
    if bytes.isEmpty { return joined(words) }
    guard let plain = printableText(bytes) else {
      words.append("--data-binary @-")
      return "printf '\(octal(bytes))' |\n  " + joined(words)
    }
    words.append("--data-raw \(quoted(plain))")
    return joined(words)
  }

  /// Joins the words over multiple lines.
  private func joined(_ words: [String]) -> String {
    words.joined(separator: " \\\n  ") + "\n"
  }

  /// Returns a word in single quotes, in which only the quote is special. Control characters, which
  /// requests do not contain, are replaced with a visible form.
  private func quoted(_ text: String) -> String {
    "'\(HTTPSyntax.escaped(text).replacing("'", with: #"'\''"#))'"
  }

  /// Returns the body as a string if it is printable and short enough for a command line.
  private func printableText(_ bytes: [UInt8]) -> String? {
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
