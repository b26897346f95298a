#if os(Linux)
  import Dispatch
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// One use of the Secret Service, which ends in time.
  ///
  /// libsecret gives each blocking call a loop of its own, and every wait in it ends when the call is
  /// cancelled; a timer does so.
  final class ServiceCall {
    typealias Pointer = SecretLibrary.Pointer

    /// The bits of a `GCancellable`, which GIO lets any thread cancel.
    private final class Cancellable: Sendable {
      let library: SecretLibrary
      let bits: UInt

      init(_ library: SecretLibrary) {
        self.library = library
        bits = UInt(bitPattern: library.newCancellable())
      }

      var pointer: Pointer? { Pointer(bitPattern: bits) }

      deinit { pointer.map(library.unref) }
    }

    private static let clock = DispatchQueue(label: "trema.storage.limit")

    let library: SecretLibrary
    let deadline: DispatchTime
    private let cancellable: Cancellable
    private let timer: any DispatchSourceTimer

    init(_ library: SecretLibrary, until deadline: DispatchTime) {
      self.library = library
      self.deadline = deadline
      let cancellable = Cancellable(library)
      self.cancellable = cancellable
      timer = DispatchSource.makeTimerSource(queue: Self.clock)
      timer.setEventHandler { cancellable.pointer.map(library.cancel) }
      timer.schedule(deadline: deadline)
      timer.resume()
    }

    deinit { timer.cancel() }

    /// Calls one function, which takes a cancellable and a place for its error.
    private func perform<Value>(
      _ body: (Pointer, SecretLibrary.Failure) -> Value
    ) throws(ServiceFailure) -> Value {
      guard let cancellable = cancellable.pointer else { throw .outOfTime }
      var error: Pointer?
      let value = body(cancellable, &error)
      if let error { throw ServiceFailure(error, library) }
      return value
    }

    // MARK: The service

    func connect() throws(ServiceFailure) {
      let session: Int32 = 2
      let bus: Pointer?
      do throws(ServiceFailure) {
        bus = try perform { library.bus(session, $0, $1) }
      } catch {
        // All other failures mean that the bus cannot be reached.
        throw error == .outOfTime ? error : .noBus
      }
      guard let bus else { throw .noBus }
      defer { library.unref(bus) }
      // Without this a bus that is closed ends the process.
      library.exitOnClose(bus, 0)
      // GLib keeps one that is closed for as long as anybody has it.
      if library.isClosed(bus) != 0 { throw .noBus }
    }

    /// - Returns: a `SecretService` with a session, in which secrets are sealed on their way.
    func open() throws(ServiceFailure) -> Pointer {
      let withSession: Int32 = 1 << 1
      let type = library.serviceType()
      guard let service = try perform({ library.open(type, nil, withSession, $0, $1) })
      else { throw .noService }
      return service
    }

    /// The `SecretCollection` that new secrets go to; nil when there is none.
    func defaultCollection(of service: Pointer) throws(ServiceFailure) -> Pointer? {
      do throws(ServiceFailure) {
        return try perform { library.collection(service, "default", 0, $0, $1) }
      } catch .stale {
        // A name for a collection that was never made.
        return nil
      }
    }

    /// - Parameter objects: items or collections. The service does not report which are unlocked
    ///   then.
    func unlock(_ objects: [Pointer], of service: Pointer) throws(ServiceFailure) {
      var list: Pointer?
      for object in objects { list = library.append(list, object) }
      defer { library.freeList(list) }
      guard let list else { return }
      _ = try perform { library.unlock(service, list, $0, nil, $1) }
    }

    // MARK: Items

    /// - Returns: `SecretItem`s, locked ones too; to be let go.
    func search(
      _ attributes: [(String, String)], of service: Pointer, loadingSecrets: Bool
    ) throws(ServiceFailure) -> [Pointer] {
      let all: Int32 = 1 << 1
      let withSecrets: Int32 = 1 << 3
      guard let table = library.table(attributes) else { return [] }
      defer { library.freeTable(table) }
      let flags = loadingSecrets ? all | withSecrets : all
      return library.members(
        of: try perform { library.search(service, nil, table, flags, $0, $1) })
    }

    func add(
      _ data: Data, _ attributes: [(String, String)], label: String, to service: Pointer
    ) throws(ServiceFailure) {
      guard let table = library.table(attributes) else { return }
      defer { library.freeTable(table) }
      let value = value(data)
      defer { library.freeValue(value) }
      _ = try perform { library.store(service, nil, table, "default", label, value, $0, $1) }
    }

    func replace(_ data: Data, of item: Pointer) throws(ServiceFailure) {
      let value = value(data)
      defer { library.freeValue(value) }
      _ = try perform { library.setSecret(item, value, $0, $1) }
    }

    func delete(_ item: Pointer) throws(ServiceFailure) {
      _ = try perform { library.delete(item, $0, $1) }
    }

    func data(of item: Pointer) throws(ServiceFailure) -> Data {
      // One that is not locked has a secret, unless the session in which it is sealed is over.
      guard let value = library.secret(item) else { throw .stale }
      defer { library.freeValue(value) }
      var count = 0
      guard let bytes = library.bytes(value, &count), count > 0 else { return Data() }
      return Data(bytes: bytes, count: count)
    }

    func attribute(_ name: String, of item: Pointer) -> String? {
      guard let table = library.attributes(item) else { return nil }
      defer { library.freeTable(table) }
      return library.lookUp(table, name)
        .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    func letGo(_ objects: [Pointer]) { objects.forEach(library.unref) }

    /// A `SecretValue`: text for what other programs can show as one.
    private func value(_ data: Data) -> Pointer {
      let isText = String(validating: data, as: UTF8.self) != nil
      // libsecret wants an address for no bytes too.
      var bytes = data.map { CChar(bitPattern: $0) }
      bytes.append(0)
      return library.newValue(
        bytes, data.count, isText ? "text/plain" : "application/octet-stream")
    }
  }
#endif
