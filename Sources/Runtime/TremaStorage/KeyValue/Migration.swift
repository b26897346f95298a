import TremaSupport

extension KeyValueStore {
  /// One step from the schema of one version of an app to that of the next.
  ///
  /// Migrations are numbered upwards from 1. A migration never changes once it has been released: a
  /// store whose file has gone through another one under its number does not open.
  public struct Migration: Sendable {
    /// The number of the migration, from 1.
    public let number: Int
    /// The text of which the checksum is recorded: the SQL, or the name of a step in Swift.
    private let text: String
    /// The work of the migration, run within its transaction.
    private let body: @Sendable (KeyValueStore.Transaction) throws -> Void

    /// Creates a migration in SQL, of any number of statements. Changes of the SQL are detected by
    /// its SHA-256.
    ///
    /// - Parameters:
    ///   - number: The number of the migration, from 1.
    ///   - sql: The statements; they may not begin or end transactions.
    public init(_ number: Int, _ sql: String) {
      self.init(number, named: sql) { try $0.execute(sql) }
    }

    /// Creates a migration in Swift.
    ///
    /// Code has no checksum: changes are detected by `name`, which therefore changes with the code.
    ///
    /// - Parameters:
    ///   - number: The number of the migration, from 1.
    ///   - name: The name of the step, of which the checksum is recorded.
    ///   - body: The work of the step. It uses only the transaction.
    public init(
      _ number: Int, named name: String,
      _ body: @escaping @Sendable (KeyValueStore.Transaction) throws -> Void
    ) {
      precondition(number > 0, "the number of a migration must be at least 1")
      self.number = number
      text = name
      self.body = body
    }

    /// The SHA-256 of `text`.
    private var checksum: String {
      var digest = SHA256()
      digest.update(text.utf8)
      return digest.hexDigest()
    }

    /// The checksums of the migrations that a file has gone through, by number.
    private typealias RecordedChecksums = [Int: String]

    /// Runs the migrations that this file has not gone through yet, each in a transaction of its
    /// own.
    ///
    /// - Parameter migrations: In ascending order of their numbers, without duplicates.
    /// - Throws: `newerSchema`, `migrationChanged`, `migration`, `readOnly`.
    static func run(_ migrations: [KeyValueStore.Migration], on store: KeyValueStore)
      throws(StoreError)
    {
      precondition(
        zip(migrations, migrations.dropFirst()).allSatisfy { $0.number < $1.number },
        "migrations must be in ascending order of their numbers")
      var recorded = try store.reader.withConnection { (connection) throws(StoreError) in
        try check(migrations, on: connection, store.path)
      }
      for migration in migrations where recorded[migration.number] == nil {
        if store.options.access == .readOnly { throw .readOnly(path: store.path) }
        recorded = try store.write { (connection) throws(StoreError) in
          // Another process may have run it since the first check.
          let recorded = try check(migrations, on: connection, store.path)
          if recorded[migration.number] == nil {
            try migration.run(of: store)
          }
          return recorded
        }
      }
    }

    /// Runs one migration within the current transaction of the writer and records it.
    private func run(of store: KeyValueStore) throws(StoreError) {
      let transaction = KeyValueStore.Transaction(store)
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
      // The insert uses the transaction because SQLite may have ended it: nothing may be recorded
      // then.
      try transaction.use { (connection) throws(StoreError) in
        try connection.run(
          "INSERT INTO trema_migrations (number, checksum) VALUES (?, ?)",
          [.integer(Int64(number)), .text(checksum)])
      }
    }

    /// Returns the recorded migrations after comparing them with those of the app.
    ///
    /// - Throws: `newerSchema` if the file has a later migration than the app; `migrationChanged`
    ///   if one differs or was left out.
    private static func check(
      _ migrations: [KeyValueStore.Migration], on connection: Connection, _ path: String
    ) throws(StoreError) -> RecordedChecksums {
      var recorded: RecordedChecksums = [:]
      try connection.forEachRow("SELECT number, checksum FROM trema_migrations") { row in
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
}
