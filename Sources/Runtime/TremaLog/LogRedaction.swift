import TremaSecrets
import TremaSupport

/// What is taken out of records before any handler sees them: values whose key names a secret, and
/// parts of texts that look like one. It is the net below `.private` and ``Secret``, not instead of
/// them.
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
      var sweep = LogSweep(bytes, redaction: self)
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
