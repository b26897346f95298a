import TremaSecrets
import TremaSupport

/// The rules for removing secrets from records before any handler receives them: values whose key
/// names a secret, and parts of strings that look like secrets. They complement `.private` and
/// `Secret` and do not replace them.
public struct LogRedaction: Sendable {
  /// The app's additional words.
  private let customWords: SecretWords

  /// Creates rules.
  ///
  /// - Parameter words: Words that identify the keys of secrets in addition to the built-in words,
  ///   such as `iban`. Only ASCII letters and digits are compared.
  public init(hiding words: [String] = []) {
    customWords = SecretWords(words)
  }

  /// The rules for known names and formats of secrets.
  public static let standard = LogRedaction()

  /// Returns whether the values of a key are removed.
  public func hides(_ key: String) -> Bool { key.withBytes(hides) }

  /// Returns whether the values of a key, given in UTF-8, are removed.
  private func hides(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    customWords.matchesAny(in: key) || SecretName.isMentioned(in: key)
  }

  /// Removes secrets from a record.
  func redacted(_ record: inout LogRecord) {
    if let text = scrubbed(record.message) { record.message = text }
    if let metadata = changed(record.metadata) { record.metadata = metadata }
  }

  /// Returns metadata without its secrets.
  func redacted(_ metadata: LogMetadata) -> LogMetadata { changed(metadata) ?? metadata }

  /// Returns metadata without its secrets, or `nil` if there are none.
  private func changed(_ metadata: LogMetadata) -> LogMetadata? {
    metadata.changed { key, value in hides(key) ? .redacted : changed(value) }
  }

  /// Returns a value without its secrets, or `nil` if there are none.
  private func changed(_ value: LogValue) -> LogValue? {
    switch value {
    case .string(let text): scrubbed(text).map(LogValue.string)
    case .array(let values): .array(values.map { changed($0) ?? $0 })
    case .dictionary(let values): .dictionary(redacted(values))
    case .integer, .unsigned, .real, .boolean, .redacted: nil
    }
  }

  /// Returns a string with each secret in it masked, or `nil` if there are none.
  func scrubbed(_ text: String) -> String? {
    text.withBytes { bytes in
      guard SuspectText.isSuspect(bytes) else { return nil }
      var scanner = SecretScanner(bytes) { hides(UnsafeBufferPointer(rebasing: $0)) }
      var result: [UInt8] = []
      var done = 0
      while let finding = scanner.next() {
        // An app's published identifiers are not secret in a log.
        if case .token(let pattern) = finding.kind, pattern.match.confidence == .published {
          continue
        }
        result += bytes[done..<finding.range.lowerBound]
        result += redactionMask.utf8
        done = finding.range.upperBound
      }
      if done == 0 { return nil }
      result += bytes[done...]
      return String(decoding: result, as: UTF8.self)
    }
  }
}
