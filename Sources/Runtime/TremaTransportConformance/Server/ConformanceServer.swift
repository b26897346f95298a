import TremaSupport

/// A small HTTP/1.1 server on loopback that the suite tells how to answer. It needs nothing but
/// sockets: two threads at rest, and one more for each connection. It ends with ``close()``.
public final class ConformanceServer: Sendable {
  // Untyped: any error of a handler ends the connection.
  typealias Handler = @Sendable (ServedExchange) throws -> Void

  private struct State {
    var routes: [String: Route] = [:]
    var lastRoute = 0
    var lastConnection = 0
    var connections: [Int: ServerConnection] = [:]
    var listener: Int32?
  }

  private let state: LockedValue<State>
  /// `http://127.0.0.1:port`
  public let url: String

  /// Starts it; it answers when this returns.
  public init() throws(ConformanceServerError) {
    let (listener, port) = try Sockets.bound(backlog: 1024)
    url = "http://127.0.0.1:\(port)"
    state = LockedValue(State(listener: listener))
    let started = ServerThread.start { [self] in
      while let descriptor = Sockets.accepted(on: listener) { serve(descriptor) }
      Sockets.closeNow(listener)
    }
    if !started {
      Sockets.closeNow(listener)
      throw ConformanceServerError("pthread_create", 0)
    }
  }

  /// Ends all connections; nothing is answered any more.
  public func close() {
    let (listener, connections) = state.withLock { state in
      defer { state.listener = nil }
      return (state.listener, Array(state.connections.values))
    }
    for connection in connections { connection.shut() }
    // Wakes up the thread that accepts, which closes it.
    if let listener { Sockets.shutNow(listener) }
  }

  /// Answers a path of its own as the handler says. The connection is served on when the handler
  /// returns, unless it has closed it.
  func serve(_ handler: @escaping Handler) -> Route {
    state.withLock { state in
      state.lastRoute += 1
      let path = "/\(state.lastRoute)"
      let route = Route(url: url + path, handler: handler)
      state.routes[path] = route
      return route
    }
  }

  func forget(_ routes: [Route]) {
    state.withLock { state in
      for route in routes { state.routes[String(route.url.dropFirst(url.count))] = nil }
    }
  }

  private func serve(_ descriptor: Int32) {
    let connection: ServerConnection? = state.withLock { state in
      guard state.listener != nil else { return nil }
      state.lastConnection += 1
      let connection = ServerConnection(descriptor, number: state.lastConnection)
      state.connections[connection.number] = connection
      return connection
    }
    guard let connection else { return Sockets.closeNow(descriptor) }
    let started = ServerThread.start { [self] in
      // A failed connection has no reader.
      try? serve(connection)
      end(connection)
    }
    if !started { end(connection) }
  }

  private func end(_ connection: ServerConnection) {
    connection.close()
    state.withLock { $0.connections[connection.number] = nil }
  }

  private func serve(_ connection: ServerConnection) throws {
    var number = 0
    while connection.isOpen {
      let request = try ServedExchange.head(on: connection)
      number += 1
      let path = "/" + request.target.dropFirst().prefix { $0 != "/" && $0 != "?" }
      guard let route = state.withLock({ $0.routes[path] }) else {
        return try connection.write(
          Array("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n".utf8))
      }
      let index = route.note(request)
      let exchange = ServedExchange(
        request: request, connection: connection, number: number,
        noteBody: { route.note(body: $0, of: index) })
      try route.handler(exchange)
    }
  }
}

/// A path of the server: its response and the requests that it received.
final class Route: Sendable {
  let url: String
  let handler: ConformanceServer.Handler
  private let received = LockedValue<[ReceivedRequest]>([])

  init(url: String, handler: @escaping ConformanceServer.Handler) {
    self.url = url
    self.handler = handler
  }

  var requests: [ReceivedRequest] { received.value }

  func note(_ request: ReceivedRequest) -> Int {
    received.withLock { all in
      all.append(request)
      return all.count - 1
    }
  }

  func note(body: [UInt8], of index: Int) { received.withLock { $0[index].body = body } }
}

/// A thread of its own for what blocks.
enum ServerThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Returns: false when the system has no thread to give; then nothing runs.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(run))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, nil,
        { pointer in
          Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if status == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { pointer in
          if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
          return nil
        }, work.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #endif
    if status != 0 { work.release() }
    return status == 0
  }
}
