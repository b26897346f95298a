import ConfigKit
import TremaScalars

/// What is taken out of records before any handler sees them: values whose key names a secret, and
/// parts of texts that look like one. It is the net below `.private` and ``Secret``, not instead of
/// them.
public struct LogRedaction: Sendable {
  /// Words that make a key one of a secret, wherever they stand in it, in lower case and without
  /// what separates words: `token` is in `accessToken`, `X-Token` and `token_id`. By their first
  /// bytes, which are of ASCII.
  private var words = [[[UInt8]]](repeating: [], count: 128)

  /// - Parameter words: of keys that are secrets besides those that always are: `iban`. Letters and
  ///   digits of ASCII count.
  public init(hiding words: [String] = []) {
    for word in Self.always + words {
      let word = SecretName.spelling(of: word)
      if let first = word.first { self.words[Int(first)].append(word) }
    }
  }

  public static let standard = LogRedaction()

  private static let always = [
    "password", "passwd", "passwort", "passphrase", "passcode", "pwd", "token", "authorization",
    "cookie", "secret", "credential", "sessionid", "apikey", "privatekey", "accesskey", "authkey",
    "signingkey", "encryptionkey", "masterkey", "accountkey", "sharedkey", "serverkey",
    "servicekey", "adminkey", "clientkey", "licensekey", "webhookkey", "hmackey", "aeskey",
  ]

  /// Whether what stands under a key is taken out, whatever it is.
  public func hides(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { hides($0[...]) }
  }

  /// The message and the metadata without what is secret.
  func redacted(_ record: inout LogRecord) {
    if let text = sweep(record.message) { record.message = text }
    if !record.metadata.isEmpty { record.metadata = redacted(record.metadata) }
  }

  func redacted(_ metadata: LogMetadata) -> LogMetadata {
    metadata.mapValues { field in hides(field.key) ? .redacted : changed(field.value) }
  }

  /// Nil when there is nothing to take out.
  private func changed(_ value: LogValue) -> LogValue? {
    switch value {
    case .string(let text): sweep(text).map(LogValue.string)
    case .array(let values): .array(values.map { changed($0) ?? $0 })
    case .dictionary(let values): .dictionary(redacted(values))
    case .integer, .unsigned, .real, .boolean, .redacted: nil
    }
  }

  /// A text without what looks like a secret.
  ///
  /// - Returns: nil when there is nothing to take out.
  func sweep(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      guard LogSweep.isSuspect(bytes) else { return nil }
      var sweep = LogSweep(bytes, redaction: self)
      return sweep.run()
    }
  }

  /// The name of a parameter or a field, as it stands in a text.
  func hides(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    for start in name.indices where name[start] < 128 {
      for word in words[Int(ASCII.lowercased(name[start]))]
      where Self.stands(word, in: name, at: start) {
        return true
      }
    }
    return false
  }

  /// Whether a word stands at a place, in any case and with separators inside.
  private static func stands(
    _ word: [UInt8], in text: Slice<UnsafeBufferPointer<UInt8>>, at start: Int
  ) -> Bool {
    var place = 0
    var index = start
    while index < text.endIndex {
      if ASCII.lowercased(text[index]) == word[place] {
        place += 1
        if place == word.count { return true }
      } else if ASCII.isAlphanumeric(text[index]) {
        return false
      }
      index += 1
    }
    return false
  }
}
