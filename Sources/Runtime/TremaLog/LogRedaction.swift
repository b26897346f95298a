import TremaSecrets
import TremaSupport

/// The secrets that are removed from records before any handler sees them: values whose key names a
/// secret, and parts of texts that look like one. It complements `.private` and ``Secret`` and does not
/// replace them.
public struct LogRedaction: Sendable {
  /// The words that every app hides, in lower case and without separators: `token` is in `accessToken`,
  /// `X-Token` and `token_id`.
  private static let always = SecretWords(alwaysHidden)
  /// The words of the app.
  private let own: SecretWords

  /// - Parameter words: of keys that are secrets besides those that always are: `iban`. Letters and
  ///   digits of ASCII count.
  public init(hiding words: [String] = []) {
    own = SecretWords(words)
  }

  public static let standard = LogRedaction()

  private static let alwaysHidden = [
    "password", "passwd", "passwort", "passphrase", "passcode", "pwd", "token", "jwt",
    "authorization",
    "cookie", "secret", "credential", "sessionid", "apikey", "privatekey", "accesskey", "authkey",
    "signingkey", "encryptionkey", "masterkey", "accountkey", "sharedkey", "serverkey",
    "servicekey", "adminkey", "clientkey", "licensekey", "webhookkey", "hmackey", "aeskey",
  ]

  /// Whether what stands under a key is taken out, whatever it is.
  public func hides(_ key: String) -> Bool {
    key.withBytes { own.stand(in: $0) }
      || key.withBytes { Self.always.stand(in: $0) } && !SecretName.isMeasure(key)
  }

  /// The message and the metadata without what is secret.
  func redacted(_ record: inout LogRecord) {
    if let text = sweep(record.message) { record.message = text }
    if let metadata = changed(record.metadata) { record.metadata = metadata }
  }

  func redacted(_ metadata: LogMetadata) -> LogMetadata { changed(metadata) ?? metadata }

  /// Nil when there is nothing to take out.
  private func changed(_ metadata: LogMetadata) -> LogMetadata? {
    metadata.changed { key, value in hides(key) ? .redacted : changed(value) }
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
    text.withBytes { bytes in
      guard SuspectText.isSuspect(bytes) else { return nil }
      var sweep = LogScrubber(bytes, redaction: self)
      return sweep.run()
    }
  }

  /// The name of a parameter or a field, as it stands in a text.
  func hides(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let bytes = UnsafeBufferPointer(rebasing: name)
    return own.stand(in: bytes)
      || Self.always.stand(in: bytes)
        && !SecretName.isMeasure(String(decoding: name, as: UTF8.self))
  }
}

/// Whether a text may have a secret in it, so that ``LogScrubber`` has to go through it. Every text of
/// every record is asked and nearly none has one: a byte costs one look at a table, half of what
/// it costs to ask sets for it.
enum SuspectText {
  /// No token of a provider is shorter, with the name that it begins with.
  private static let shortestToken = 14

  /// The class of each byte of ASCII: `a` is a letter of a token, `!` indicates a secret, so do `-`, `J`
  /// and a space after certain others, and `.` is anything else. Computed, which needs no check whether
  /// it has been initialized.
  private static var kinds: StaticString {
    """
    ................\
    ................\
     ..........a.-aa\
    aaaaaaaaaa!..!..\
    .aaaaaaaaaJaaaaa\
    aaaaaaaaaaa....a\
    .aaaaaaaaaaaaaaa\
    aaaaaaaaaaa...a.
    """
  }

  static func isSuspect(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let kinds = kinds.utf8Start
    var (index, wordStart) = (0, 0)
    while index < text.count {
      let byte = text[index]
      let kind = byte < 128 ? kinds[Int(byte)] : UInt8(ascii: ".")
      if kind != UInt8(ascii: "a"), tells(kind, of: text, at: index, &wordStart) { return true }
      index &+= 1
    }
    return index - wordStart >= shortestToken
  }

  /// Not inlined, or the loop would ask for what is rare first.
  ///
  /// - Parameter wordStart: where the letters of a token began that go to this place.
  @inline(never)
  private static func tells(
    _ kind: UInt8, of text: UnsafeBufferPointer<UInt8>, at index: Int, _ wordStart: inout Int
  ) -> Bool {
    switch kind {
    case UInt8(ascii: "-"): return index > 0 && text[index - 1] == kind
    case UInt8(ascii: "J"): return index > 1 && text[index - 1] == UInt8(ascii: "y")
    case UInt8(ascii: "!"): return true
    default:
      let isToken = index - wordStart >= shortestToken
      wordStart = index + 1
      return isToken || kind == UInt8(ascii: " ") && endsScheme(text, before: index)
    }
  }

  /// `Bearer`, `Basic`
  private static func endsScheme(_ text: UnsafeBufferPointer<UInt8>, before space: Int) -> Bool {
    guard space > 4 else { return false }
    let last = text[space - 1] | 0x20
    return last == UInt8(ascii: "r") || last == UInt8(ascii: "c")
  }
}

/// Words that make a key one of a secret, wherever they stand in it. Every key of every record is
/// asked for them, so all letters stand in one array, and a key is only compared with words that
/// begin with a letter of it. A class, because one reference is passed on for less than arrays are.
final class SecretWords: Sendable {
  /// Word after word, each with a 0 behind it.
  private let letters: [UInt8]
  /// Where words begin in `letters`, sorted by their first letter.
  private let words: [Int]
  /// The first of the words with a letter, for each byte of ASCII; one more for their end.
  private let bounds: [Int]
  /// The length of the shortest of them, for each byte of ASCII: most keys have no room for any.
  private let shortest: [Int]

  /// - Parameter words: letters and digits of ASCII count.
  init(_ words: [String]) {
    let spellings = words.map(SecretName.spelling(of:)).filter { !$0.isEmpty }
    var (letters, places, bounds, shortest) = ([UInt8](), [Int](), [0], [Int]())
    for first in 0..<128 as Range<UInt8> {
      for word in spellings where word[0] == first {
        places.append(letters.count)
        letters += word + [0]
      }
      bounds.append(places.count)
      shortest.append(spellings.lazy.filter { $0[0] == first }.map(\.count).min() ?? .max)
    }
    (self.letters, self.words, self.bounds, self.shortest) = (letters, places, bounds, shortest)
  }

  /// Whether one of them is in a key, in any case and with separators inside.
  func stand(in key: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in key.indices where key[start] < 128 {
      let first = Int(ASCII.lowercased(key[start]))
      if key.count - start < shortest[first] { continue }
      for word in bounds[first]..<bounds[first + 1] where stands(words[word], in: key, at: start) {
        return true
      }
    }
    return false
  }

  private func stands(
    _ word: Int, in key: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    var place = word + 1
    var index = start + 1
    while letters[place] != 0 {
      guard index < key.count else { return false }
      if ASCII.lowercased(key[index]) == letters[place] {
        place += 1
      } else if ASCII.isAlphanumeric(key[index]) {
        return false
      }
      index += 1
    }
    return true
  }
}
