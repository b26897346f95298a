import TremaSupport

/// The checksum of an unsealed value: 32 bits of a hash over its namespace, key, type and bytes.
///
/// It detects damage on disk or in memory, but not deliberate changes.
enum ValueChecksum {
  /// The hash function, keyed with the first digits of pi.
  ///
  /// The constants and the function are part of the file format and never change. The function
  /// reads words in little-endian order, the byte order of all Swift platforms.
  private static let hash = KeyHash(
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0)

  /// Returns the checksum of a cell as the value to store in the checksum column.
  static func of(_ cell: SQLValue, _ namespace: String, _ key: String) -> SQLValue {
    let keyHash = hash.hash(hash(of: namespace), hash(of: key))
    let value: (kind: UInt64, hash: UInt64) =
      switch cell {
      case .text(let text): (1, hash(of: text))
      case .bytes(let bytes): (2, bytes.withUnsafeBytes { hash.hash($0) })
      // Other kinds of cells are never stored as values.
      case .null, .integer, .real: (0, 0)
      }
    let sum = hash.hash(keyHash ^ value.kind, value.hash)
    return .integer(Int64(Int32(truncatingIfNeeded: sum)))
  }

  /// Returns the hash of a string's UTF-8 bytes.
  private static func hash(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash.hash(UnsafeRawBufferPointer($0)) }
  }

  /// Installs a temporary trigger that removes the checksums of values changed by an app's SQL.
  ///
  /// It is active until `removeTrigger(on:)` is called. A permanent trigger in the file would cost
  /// every other write as much as the checksum itself.
  static func installTrigger(on connection: Connection) throws(StoreError) {
    try connection.run(
      """
      CREATE TEMP TRIGGER IF NOT EXISTS trema_values_changed
      AFTER UPDATE OF namespace, key, value ON main.trema_values
      WHEN new.checksum IS old.checksum AND new.checksum IS NOT NULL AND (
        new.value IS NOT old.value OR new.key IS NOT old.key OR new.namespace IS NOT old.namespace)
      BEGIN UPDATE trema_values SET checksum = NULL WHERE rowid = new.rowid; END
      """)
  }

  /// Removes the trigger installed by `installTrigger(on:)`.
  static func removeTrigger(on connection: Connection) {
    // A failure that rolled back the transaction has already removed the trigger.
    try? connection.run("DROP TRIGGER IF EXISTS temp.trema_values_changed")
  }
}
