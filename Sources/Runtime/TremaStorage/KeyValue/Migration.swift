import TremaSupport

/// One step from the tables of one version of an app to those of the next. Steps are numbered upwards
/// from 1 and never change once they are in the hands of users.
public struct Migration: Sendable {
  /// The number of the migration, from 1.
  public let number: Int
  private let text: String
  private let body: @Sendable (Transaction) throws -> Void

  /// A step in SQL, of any number of statements. That it stays what it was is seen by its SHA-256.
  public init(_ number: Int, _ sql: String) {
    self.init(number, named: sql) { try $0.execute(sql) }
  }

  /// A step in Swift. Code has no checksum: what is watched is `name`, so it changes with the code.
  public init(
    _ number: Int, named name: String, _ body: @escaping @Sendable (Transaction) throws -> Void
  ) {
    precondition(number > 0, "migrations are numbered from 1")
    self.number = number
    text = name
    self.body = body
  }

  private var checksum: String {
    var digest = SHA256()
    digest.update(text.utf8)
    return digest.finish()
  }

  private typealias Recorded = [Int: String]

  /// Takes the steps that this file has not gone through yet, each in a transaction of its own.
  static func run(_ migrations: [Migration], on store: KeyValueStore) throws(StoreError) {
    precondition(
      zip(migrations, migrations.dropFirst()).allSatisfy { $0.number < $1.number },
      "migrations are given in the order of their numbers")
    var recorded = try store.reader.use { (connection) throws(StoreError) in
      try check(migrations, on: connection, store.path)
    }
    for migration in migrations where recorded[migration.number] == nil {
      if store.options.access == .readOnly { throw .readOnly(path: store.path) }
      recorded = try store.write { (connection) throws(StoreError) in
        // Another process may have been faster.
        let recorded = try check(migrations, on: connection, store.path)
        if recorded[migration.number] == nil {
          try migration.run(of: store)
        }
        return recorded
      }
    }
  }

  private func run(of store: KeyValueStore) throws(StoreError) {
    let transaction = Transaction(store)
    defer { transaction.end() }
    do {
      try body(transaction)
    } catch StoreError.sql(_, let reason) {
      throw .migration(number, reason: reason)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .migration(number, reason: "\(error)")
    }
    // By way of the transaction, which may have ended within SQLite: nothing may be recorded then.
    try transaction.use { (connection) throws(StoreError) in
      try connection.run(
        "INSERT INTO trema_migrations (number, checksum) VALUES (?, ?)",
        [.integer(Int64(number)), .text(checksum)])
    }
  }

  private static func check(
    _ migrations: [Migration], on connection: Connection, _ path: String
  ) throws(StoreError) -> Recorded {
    var recorded: Recorded = [:]
    try connection.each("SELECT number, checksum FROM trema_migrations") { row in
      recorded[Int(row.integer(0))] = row.text(1)
      return true
    }
    let newest = recorded.keys.max() ?? 0
    let supported = migrations.last?.number ?? 0
    if newest > supported {
      throw .newerSchema(found: newest, supported: supported, path: path)
    }
    let known = Dictionary(uniqueKeysWithValues: migrations.map { ($0.number, $0.checksum) })
    let numbers = Set(recorded.keys).union(known.keys.filter { $0 < newest })
    for number in numbers.sorted() where recorded[number] != known[number] {
      throw .migrationChanged(number)
    }
    return recorded
  }
}
