#if os(Linux)
  import Dispatch
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// One use of the Secret Service, which ends at a deadline.
  ///
  /// libsecret runs its own main loop in each blocking call, and everything that waits in it ends
  /// when the call is cancelled. A timer cancels it at the deadline.
  final class ServiceCall {
    typealias Pointer = SecretLibrary.Pointer

    /// An owned `GCancellable`, which GIO allows any thread to cancel.
    private final class Cancellable: Sendable {
      /// The GLib functions.
      let library: SecretLibrary
      /// The pointer's bit pattern. Unlike the pointer, it is `Sendable`.
      let bits: UInt

      init(_ library: SecretLibrary) {
        self.library = library
        bits = UInt(bitPattern: library.newCancellable())
      }

      /// The pointer to the `GCancellable`.
      var pointer: Pointer? { Pointer(bitPattern: bits) }

      deinit { pointer.map(library.unref) }
    }

    /// The queue for all timers.
    private static let timerQueue = DispatchQueue(label: "trema.storage.limit")

    /// The libsecret functions.
    let library: SecretLibrary
    /// The time at which the call is cancelled.
    let deadline: DispatchTime
    /// The cancellable that is passed to all functions in this call.
    private let cancellable: Cancellable
    /// The timer that cancels the call.
    private let timer: any DispatchSourceTimer

    /// Starts a call and its timer.
    init(_ library: SecretLibrary, until deadline: DispatchTime) {
      self.library = library
      self.deadline = deadline
      let cancellable = Cancellable(library)
      self.cancellable = cancellable
      timer = DispatchSource.makeTimerSource(queue: Self.timerQueue)
      timer.setEventHandler { cancellable.pointer.map(library.cancel) }
      timer.schedule(deadline: deadline)
      timer.resume()
    }

    deinit { timer.cancel() }

    /// Calls one function that takes a cancellable and a location for its error.
    ///
    /// - Throws: The failure for the `GError` that the function sets.
    private func perform<Value>(
      _ body: (Pointer, SecretLibrary.ErrorPointer) -> Value
    ) throws(ServiceFailure) -> Value {
      guard let cancellable = cancellable.pointer else { throw .timedOut }
      var error: Pointer?
      let value = body(cancellable, &error)
      if let error { throw ServiceFailure(error, library) }
      return value
    }

    // MARK: The service

    /// Verifies that the session bus can be reached.
    ///
    /// - Throws: `noBus`, `timedOut`.
    func connect() throws(ServiceFailure) {
      // `G_BUS_TYPE_SESSION`.
      let session: Int32 = 2
      let bus: Pointer?
      do throws(ServiceFailure) {
        bus = try perform { library.bus(session, $0, $1) }
      } catch {
        // All other failures mean that the bus cannot be reached.
        throw error == .timedOut ? error : .noBus
      }
      guard let bus else { throw .noBus }
      defer { library.unref(bus) }
      // By default, GLib ends the process when the bus is closed.
      library.exitOnClose(bus, 0)
      // GLib returns the same closed connection as long as anything references it.
      if library.isClosed(bus) != 0 { throw .noBus }
    }

    /// Returns a new `SecretService` with a session that encrypts secrets in transit. The caller
    /// must release it.
    func open() throws(ServiceFailure) -> Pointer {
      // `SECRET_SERVICE_OPEN_SESSION`.
      let withSession: Int32 = 1 << 1
      let type = library.serviceType()
      guard let service = try perform({ library.open(type, nil, withSession, $0, $1) })
      else { throw .noService }
      return service
    }

    /// Returns the `SecretCollection` for new secrets, or `nil` if there is none. The caller must
    /// release it.
    func defaultCollection(of service: Pointer) throws(ServiceFailure) -> Pointer? {
      do throws(ServiceFailure) {
        return try perform { library.collection(service, "default", 0, $0, $1) }
      } catch .stale {
        // The alias refers to a collection that was never created.
        return nil
      }
    }

    /// Unlocks objects, which may cause a prompt. The service does not report which objects it has
    /// unlocked.
    ///
    /// - Parameter objects: Items or collections.
    func unlock(_ objects: [Pointer], of service: Pointer) throws(ServiceFailure) {
      var list: Pointer?
      for object in objects { list = library.append(list, object) }
      defer { library.freeList(list) }
      guard let list else { return }
      _ = try perform { library.unlock(service, list, $0, nil, $1) }
    }

    // MARK: Items

    /// Returns the `SecretItem`s with the given attributes, including locked ones. The caller must
    /// release them.
    func search(
      _ attributes: [(String, String)], of service: Pointer, loadingSecrets: Bool
    ) throws(ServiceFailure) -> [Pointer] {
      // `SECRET_SEARCH_ALL` and `SECRET_SEARCH_LOAD_SECRETS`.
      let all: Int32 = 1 << 1
      let withSecrets: Int32 = 1 << 3
      guard let table = library.table(attributes) else { return [] }
      defer { library.freeTable(table) }
      let flags = loadingSecrets ? all | withSecrets : all
      return library.members(
        of: try perform { library.search(service, nil, table, flags, $0, $1) })
    }

    /// Adds an item to the default collection.
    func add(
      _ data: Data, _ attributes: [(String, String)], label: String, to service: Pointer
    ) throws(ServiceFailure) {
      guard let table = library.table(attributes) else { return }
      defer { library.freeTable(table) }
      let value = value(data)
      defer { library.freeValue(value) }
      _ = try perform { library.store(service, nil, table, "default", label, value, $0, $1) }
    }

    /// Replaces the secret of an item.
    func replace(_ data: Data, of item: Pointer) throws(ServiceFailure) {
      let value = value(data)
      defer { library.freeValue(value) }
      _ = try perform { library.setSecret(item, value, $0, $1) }
    }

    /// Deletes an item.
    func delete(_ item: Pointer) throws(ServiceFailure) {
      _ = try perform { library.delete(item, $0, $1) }
    }

    /// Returns an unlocked item's secret.
    ///
    /// - Throws: `stale` if the secret was not loaded.
    func data(of item: Pointer) throws(ServiceFailure) -> Data {
      // An unlocked item has a secret unless the session that encrypts it has ended.
      guard let value = library.secret(item) else { throw .stale }
      defer { library.freeValue(value) }
      var count = 0
      guard let bytes = library.bytes(value, &count), count > 0 else { return Data() }
      return Data(bytes: bytes, count: count)
    }

    /// Returns an attribute of an item, or `nil` if the item does not have it.
    func attribute(_ name: String, of item: Pointer) -> String? {
      guard let table = library.attributes(item) else { return nil }
      defer { library.freeTable(table) }
      return library.lookUp(table, name)
        .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    /// Releases objects.
    func release(_ objects: [Pointer]) { objects.forEach(library.unref) }

    /// Returns a `SecretValue`. Valid UTF-8 has a text content type so that other programs can
    /// display it.
    private func value(_ data: Data) -> Pointer {
      let isText = String(validating: data, as: UTF8.self) != nil
      // libsecret requires an address even for an empty value.
      var bytes = data.map { CChar(bitPattern: $0) }
      bytes.append(0)
      return library.newValue(
        bytes, data.count, isText ? "text/plain" : "application/octet-stream")
    }
  }
#endif
