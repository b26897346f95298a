import TremaSupport

/// A failure to open, read or write a store.
///
/// Errors contain no stored values, only paths, names, keys and numbers.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process or connection held the lock for longer than
  /// ``KeyValueStore/Options/busyTimeout``.
  case busy(after: Duration)
  /// The file is damaged or not a database. It is left unchanged until `KeyValueStore.recover` is
  /// called.
  case corrupt(CorruptionReport)
  /// The file is a database of a different program.
  case foreignDatabase(path: String)
  /// The store's own tables have the format of a later version. Nothing was changed.
  case newerFormat(found: Int, supported: Int, path: String)
  /// A migration that this version of the app does not have was applied to the file. Nothing was
  /// changed.
  case newerSchema(found: Int, supported: Int, path: String)
  /// A migration that was applied to this file has been changed or removed.
  case migrationChanged(Int)
  /// A migration failed and was rolled back.
  case migration(Int, reason: String)
  /// A stored value does not have the requested type.
  ///
  /// `path` is the coding path of the first difference, such as `address.lines[2]`, or empty for
  /// the whole value.
  case decoding(collection: String, key: String, path: String)
  /// A value cannot be encoded as JSON.
  ///
  /// `path` is the coding path of the part that failed, or empty for the whole value.
  case encoding(collection: String, key: String, path: String)
  /// The file or the store is read-only.
  case readOnly(path: String)
  /// The disk is full or the quota is exhausted.
  case diskFull(path: String)
  /// The file cannot be opened or created. `reason` is the system's message.
  case cannotOpen(path: String, reason: String)
  /// The file already exists. Existing files are not overwritten.
  case exists(path: String)
  /// A different system failure, with SQLite's extended result code and message.
  case system(path: String, code: Int32, reason: String)
  /// One of the app's SQL statements is invalid or violates a constraint. Contains SQLite's result
  /// code and message.
  case sql(code: Int32, reason: String)

  /// The name is not a valid record or field name.
  case invalidName(String)
  /// A key path in a condition or sort order does not belong to a declared field of these records.
  case undeclaredField(collection: String)
  /// A string in an indexed field or in an identifier contains a NUL character, where SQLite would
  /// truncate it.
  case nulInField(collection: String, key: String, field: String)

  /// The store was sealed with a different key.
  case wrongKey(path: String)
  /// A key was given for a store whose values are not sealed.
  case notSealed(path: String)
  /// The values are sealed, but no key was passed.
  case isSealed(path: String)
  /// The key has the wrong number of bytes.
  case wrongKeyLength(found: Int, expected: Int)
  /// A sealed value was modified or moved from a different key.
  case tampered(collection: String, key: String)

  /// An unsealed value differs from the value that was written, because of damage on disk or in
  /// memory.
  case damaged(collection: String, key: String)

  /// The store was used within its own batch, where the transaction must be used.
  case insideBatch
  /// A transaction was used after the end of its batch, or by another thread.
  case batchEnded
  /// The store was closed.
  case closed
}

/// The damage to a file, as reported by SQLite.
public struct CorruptionReport: Hashable, Sendable {
  /// The store's path.
  public let path: String
  /// At most 20 lines of `PRAGMA integrity_check` output, or the reason that it could not be run.
  public let findings: [String]
}

extension StoreError: CustomStringConvertible {
  /// A description for logs and messages, with control characters escaped.
  public var description: String { TerminalText.escaped(unescapedDescription) }

  /// The description before escaping.
  private var unescapedDescription: String {
    switch self {
    case .busy(let time): "another process kept the store locked for \(time)"
    case .corrupt(let report): report.description
    case .foreignDatabase(let path): "\(path): is a database of another program"
    case .newerFormat(let found, let supported, let path):
      "\(path): format \(found) is newer than \(supported), the newest that this version reads"
    case .newerSchema(let found, let supported, let path):
      "\(path): migration \(found) is newer than \(supported), the newest that this app knows"
    case .migrationChanged(let number):
      "migration \(number) was changed after it was applied to this file"
    case .migration(let number, let reason): "migration \(number): \(reason)"
    case .decoding(let collection, let key, let path):
      "\(Self.valueDescription(collection, key)): \(Self.pathDescription(path)) does not have the expected type"
    case .encoding(let collection, let key, let path):
      "\(Self.valueDescription(collection, key)): \(Self.pathDescription(path)) cannot be encoded"
    case .readOnly(let path): "\(path): the store is read-only"
    case .diskFull(let path): "\(path): the disk is full"
    case .cannotOpen(let path, let reason): "\(path): \(reason)"
    case .exists(let path): "\(path): already exists"
    case .system(let path, let code, let reason): "\(path): \(reason) (SQLite error \(code))"
    case .sql(let code, let reason): "\(reason) (SQLite error \(code))"
    case .invalidName(let name):
      "'\(name)' is not a valid name for records or a field; use letters, digits and '_', starting with a letter"
    case .undeclaredField(let collection):
      "\(collection): a property that is searched or sorted by is not declared as a field"
    case .nulInField(let collection, let key, let field):
      "\(Self.valueDescription(collection, key)): the field \(field) contains a NUL"
    case .wrongKey(let path): "\(path): the values are sealed with another key"
    case .notSealed(let path): "\(path): the values are not sealed, but a key was passed"
    case .isSealed(let path): "\(path): the values are sealed, but no key was passed"
    case .wrongKeyLength(let found, let expected): "a key must have \(expected) bytes, not \(found)"
    case .tampered(let collection, let key):
      "\(Self.valueDescription(collection, key)): the value was changed or stored under another key"
    case .damaged(let collection, let key):
      "\(Self.valueDescription(collection, key)): the value does not match its checksum; the file is damaged"
    case .insideBatch: "inside a batch, use its transaction instead of the store"
    case .batchEnded: "a transaction can be used only inside its batch, on the thread that runs it"
    case .closed: "the store was closed"
    }
  }

  /// Returns the name of a value or record for use in messages.
  private static func valueDescription(_ collection: String, _ key: String) -> String {
    "'\(key)' of '\(collection)'"
  }

  /// Returns the name of a coding path for use in messages.
  private static func pathDescription(_ path: String) -> String {
    path.isEmpty ? "it" : "'\(path)'"
  }
}

extension CorruptionReport: CustomStringConvertible {
  /// A description for logs and messages, with control characters escaped.
  public var description: String { TerminalText.escaped(unescapedDescription) }

  private var unescapedDescription: String {
    "\(path): the file is damaged: \(findings.joined(separator: "; "))"
  }
}
