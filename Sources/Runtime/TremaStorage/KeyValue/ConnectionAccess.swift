/// The way to the connection: a call by itself, or all in one transaction.
enum ConnectionAccess: Sendable {
  case store(KeyValueStore)
  case transaction(Transaction)

  var store: KeyValueStore {
    switch self {
    case .store(let store): store
    case .transaction(let transaction): transaction.store
    }
  }

  func read<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    switch self {
    case .store(let store): try store.reader.use(body)
    case .transaction(let transaction): try transaction.use(body)
    }
  }

  func write<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    switch self {
    case .store(let store): try store.write(body)
    case .transaction(let transaction): try transaction.use(body)
    }
  }
}
