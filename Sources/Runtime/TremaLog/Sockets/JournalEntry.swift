/// The encoding of a record as a journal entry.
///
/// Each field is `NAME=value` followed by a line feed. If the value itself contains a line feed,
/// the field is `NAME`, a line feed, the length of the value as an eight-byte little-endian
/// integer, the value, and a line feed.
///
/// See systemd, "Native Journal Protocol", and systemd.journal-fields(7).
enum JournalEntry {
  /// Returns a record's entry.
  static func bytes(_ record: LogRecord, application: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append("MESSAGE", record.message, to: &bytes)
    append("PRIORITY", String(record.level.syslogSeverity), to: &bytes)
    append("SYSLOG_IDENTIFIER", application, to: &bytes)
    append("CODE_FILE", record.file, to: &bytes)
    append("CODE_LINE", String(record.line), to: &bytes)
    append("TREMA_LEVEL", record.level.description, to: &bytes)
    if !record.label.isEmpty { append("TREMA_LABEL", record.label, to: &bytes) }
    if let task = record.task { append("TREMA_TASK", task, to: &bytes) }
    for field in record.metadata.fields {
      append(name(field.key), field.value.description, to: &bytes)
    }
    return bytes
  }

  /// Appends a field.
  private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += name.utf8
    if value.utf8.contains(0x0A) {
      bytes.append(0x0A)
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value.utf8
    bytes.append(0x0A)
  }

  /// Returns the field name for a key: at most 64 of the characters `A` to `Z`, `0` to `9` and `_`,
  /// starting with a letter. A key that the journal itself uses is prefixed with `FIELD_` so that
  /// it does not replace the journal's field.
  static func name(_ key: String) -> String {
    var name = key.utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte & ~0x20
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "_")
      }
    }
    let isLetter = name.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    let text = String(decoding: name, as: UTF8.self)
    if !isLetter || reservedNames.contains(text) || prefixes.contains(where: text.hasPrefix) {
      name = Array("FIELD_".utf8) + name
    }
    return String(decoding: name.prefix(64), as: UTF8.self)
  }

  /// The journal's own fields.
  private static let reservedNames: Set<String> = [
    "MESSAGE", "MESSAGE_ID", "PRIORITY", "ERRNO", "INVOCATION_ID", "USER_INVOCATION_ID", "TID",
    "DOCUMENTATION", "UNIT", "USER_UNIT",
  ]
  /// The prefixes of the journal's and this library's fields.
  private static let prefixes = ["CODE_", "SYSLOG_", "TREMA_", "OBJECT_", "COREDUMP_"]
}
