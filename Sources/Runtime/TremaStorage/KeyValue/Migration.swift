import TremaSupport

extension KeyValueStore {
  /// One step from one app version's schema to the next version's.
  ///
  /// Migrations are numbered upwards from 1. Never change a migration once it has been released: a
  /// store does not open if a different migration with the same number has been applied to its
  /// file.
  public struct Migration: Sendable {
    /// The migration's number, from 1.
    public let number: Int
    /// The string whose checksum is recorded: the SQL, or the name of a Swift step.
    private let text: String
    /// The work of the migration, run within its transaction.
    private let body: @Sendable (KeyValueStore.Transaction) throws -> Void

    /// Creates an SQL migration with any number of statements. Changes to the SQL are detected by
    /// its SHA-256 hash.
    ///
    /// - Parameters:
    ///   - number: The migration's number, from 1.
    ///   - sql: The statements. They must not begin or end transactions.
    public init(_ number: Int, _ sql: String) {
      self.init(number, named: sql) { try $0.execute(sql) }
    }

    /// Creates a Swift migration.
    ///
    /// Code has no checksum. Changes are detected by `name`, so change it together with the code.
    ///
    /// - Parameters:
    ///   - number: The migration's number, from 1.
    ///   - name: The step's name. Its checksum is recorded.
    ///   - body: The work of the step. It must use only the transaction.
    public init(
      _ number: Int, named name: String,
      _ body: @escaping @Sendable (KeyValueStore.Transaction) throws -> Void
    ) {
      precondition(number > 0, "a migration's number must be at least 1")
      self.number = number
      text = name
      self.body = body
    }

    /// The SHA-256 hash of `text`.
    private var checksum: String {
      var digest = SHA256()
      digest.update(text.utf8)
      return digest.hexDigest()
    }

    /// The checksums of the migrations that have been applied to a file, by number.
    private typealias RecordedChecksums = [Int: String]

    /// Runs the migrations that have not been applied to this file, each in its own transaction.
    ///
    /// - Parameter migrations: The migrations, in ascending order of their numbers and without
    ///   duplicates.
    /// - Throws: `newerSchema`, `migrationChanged`, `migration`, `readOnly`.
    static func run(_ migrations: [KeyValueStore.Migration], on store: KeyValueStore)
      throws(StoreError)
    {
      precondition(
        zip(migrations, migrations.dropFirst()).allSatisfy { $0.number < $1.number },
        "migrations must be in ascending order of number")
      var recorded = try store.reader.withConnection { (connection) throws(StoreError) in
        try check(migrations, on: connection, store.path)
      }
      for migration in migrations where recorded[migration.number] == nil {
        if store.options.access == .readOnly { throw .readOnly(path: store.path) }
        recorded = try store.write { (connection) throws(StoreError) in
          // Another process may have run the migration since the first check.
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
      // The insert uses the transaction because SQLite may have ended it, in which case nothing
      // must be recorded.
      try transaction.use { (connection) throws(StoreError) in
        try connection.run(
          "INSERT INTO trema_migrations (number, checksum) VALUES (?, ?)",
          [.integer(Int64(number)), .text(checksum)])
      }
    }

    /// Returns the recorded migrations after comparing them with the app's migrations.
    ///
    /// - Throws: `newerSchema` if the file has a later migration than the app; `migrationChanged`
    ///   if a migration differs or has been removed.
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
      let expected = Dictionary(uniqueKeysWithValues: migrations.map { ($0.number, $0.checksum) })
      let numbers = Set(recorded.keys).union(expected.keys.filter { $0 < newest })
      for number in numbers.sorted() where recorded[number] != expected[number] {
        throw .migrationChanged(number)
      }
      return recorded
    }
  }
}
