import TremaSecrets
import TremaSupport

/// The secrets that are removed from records before any handler sees them: values whose key names a
/// secret, and parts of texts that look like one. It complements `.private` and `Secret` and does not
/// replace them.
public struct LogRedaction: Sendable {
  /// The words of the app.
  private let own: SecretWords

  /// - Parameter words: of keys that are secrets besides those that always are: `iban`. Letters and
  ///   digits of ASCII count.
  public init(hiding words: [String] = []) {
    own = SecretWords(words)
  }

  /// Hides what names and forms of well-known secrets tell.
  public static let standard = LogRedaction()

  /// Whether every value of a key is hidden.
  public func hides(_ key: String) -> Bool { key.withBytes(hides) }

  private func hides(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    own.areContained(in: key) || SecretName.isMentioned(in: key)
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

  /// Returns a text with a mask for each secret in it.
  ///
  /// - Returns: nil for a text without a secret.
  func sweep(_ text: String) -> String? {
    text.withBytes { bytes in
      guard SuspectText.isSuspect(bytes) else { return nil }
      var scanner = SecretScanner(bytes) { hides(UnsafeBufferPointer(rebasing: $0)) }
      var result: [UInt8] = []
      var done = 0
      while let finding = scanner.next() {
        // What identifies an app is no secret in a log.
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
