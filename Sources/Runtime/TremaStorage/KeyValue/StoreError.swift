import TremaSupport

/// Why something could not be read from a store or written to it. It holds no value that is kept:
/// paths, names, keys and numbers alone.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process or connection kept the file locked for longer than is waited.
  case busy(after: Duration)
  /// The file is not what SQLite wrote. It stays as it is until `KeyValueStore.recover` is called.
  case corrupt(CorruptionReport)
  /// A database of another program.
  case foreign(path: String)
  /// The tables of the store itself are those of a later version; nothing was changed.
  case newerFormat(found: Int, supported: Int, path: String)
  /// A later version of the app has written this file; nothing was changed.
  case newerSchema(found: Int, supported: Int, path: String)
  /// A migration that this file went through is another one now, or none.
  case migrationChanged(Int)
  /// A migration could not be done, and left nothing behind.
  case migration(Int, reason: String)
  /// A value that is not what it is read as, and where in it: `address.lines[2]`, empty for all of it.
  case decoding(collection: String, key: String, path: String)
  case encoding(collection: String, key: String, path: String)
  case readOnly(path: String)
  case diskFull(path: String)
  case cannotOpen(path: String, reason: String)
  /// Nothing is written over a file that is there.
  case exists(path: String)
  /// Another failure of the system, with SQLite's extended number and words.
  case system(path: String, code: Int32, reason: String)
  /// A statement of one's own is wrong, or broke a rule of the tables.
  case sql(code: Int32, reason: String)

  /// A name that records or a field cannot have.
  case invalidName(String)
  /// A field of a search or a sort order is not among the fields of these records.
  case undeclaredField(collection: String)
  /// An indexed text, or the text of an id, with a NUL inside, where SQLite would cut it off.
  case nulInField(collection: String, key: String, field: String)

  /// The key is not the one that this store was sealed with.
  case wrongKey(path: String)
  /// A key has been given for a store whose values are not sealed.
  case notSealed(path: String)
  /// The values are sealed and no key has been given.
  case isSealed(path: String)
  case wrongKeyLength(found: Int, expected: Int)
  /// A sealed value was changed, or belongs to another key.
  case tampered(collection: String, key: String)

  /// An unsealed value is not the one that was written: the disk or the memory has damaged it.
  case damaged(collection: String, key: String)

  /// The store itself was used inside its own batch, where the transaction is to be used.
  case insideBatch
  /// A transaction was used after its batch, or by another thread.
  case batchEnded
  case closed
}

/// The damage of a file, in SQLite's words.
public struct CorruptionReport: Hashable, Sendable {
  /// The path of the store.
  public let path: String
  /// At most 20 lines of `PRAGMA integrity_check`, or why that could not be run.
  public let findings: [String]
}

extension StoreError: CustomStringConvertible {
  // Paths and keys are those of the caller, so the whole text is escaped.
  /// A description for logs and messages.
  public var description: String { TerminalText.shown(text) }

  private var text: String {
    switch self {
    case .busy(let time): "another process kept the store locked for \(time)"
    case .corrupt(let report): report.description
    case .foreign(let path): "\(path): a database of another program"
    case .newerFormat(let found, let supported, let path):
      "\(path): format \(found) is newer than \(supported), the newest that this version reads"
    case .newerSchema(let found, let supported, let path):
      "\(path): went through migration \(found), and this app knows \(supported) as its last"
    case .migrationChanged(let number):
      "migration \(number) is not what it was when this file went through it"
    case .migration(let number, let reason): "migration \(number): \(reason)"
    case .decoding(let collection, let key, let path):
      "\(Self.place(collection, key)): \(Self.part(path)) is not what it is read as"
    case .encoding(let collection, let key, let path):
      "\(Self.place(collection, key)): \(Self.part(path)) cannot be encoded"
    case .readOnly(let path): "\(path): can only be read"
    case .diskFull(let path): "\(path): the disk is full"
    case .cannotOpen(let path, let reason): "\(path): \(reason)"
    case .exists(let path): "\(path): there is something already"
    case .system(let path, let code, let reason): "\(path): \(reason) (SQLite error \(code))"
    case .sql(let code, let reason): "\(reason) (SQLite error \(code))"
    case .invalidName(let name):
      "'\(name)' is no name for records or a field: use letters, digits and '_', a letter first"
    case .undeclaredField(let collection):
      "\(collection): what is searched or sorted by is not declared as a field"
    case .nulInField(let collection, let key, let field):
      "\(Self.place(collection, key)): the field \(field) has a NUL inside"
    case .wrongKey(let path): "\(path): sealed with another key"
    case .notSealed(let path): "\(path): the values are not sealed, and a key was given"
    case .isSealed(let path): "\(path): the values are sealed, and no key was given"
    case .wrongKeyLength(let found, let expected): "a key has \(expected) bytes, not \(found)"
    case .tampered(let collection, let key):
      "\(Self.place(collection, key)): was changed, or belongs to another key"
    case .damaged(let collection, let key):
      "\(Self.place(collection, key)): the value does not match its checksum; the file is damaged"
    case .insideBatch: "inside a batch its transaction is used, not the store"
    case .batchEnded: "a transaction is used inside its batch, by the thread that runs it"
    case .closed: "the store was closed"
    }
  }

  private static func place(_ collection: String, _ key: String) -> String {
    "'\(key)' of '\(collection)'"
  }

  private static func part(_ path: String) -> String { path.isEmpty ? "it" : "'\(path)'" }
}

extension CorruptionReport: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String { TerminalText.shown(text) }

  private var text: String {
    "\(path): the file is damaged: \(findings.joined(separator: "; "))"
  }
}
