import TremaSupport

/// A small HTTP/1.1 server on the loopback interface, whose responses are determined by the suite.
/// It requires only sockets, and uses one thread to accept connections and one for each connection.
/// It runs until ``close()``.
public final class ConformanceServer: Sendable {
  // The error type isn't declared because any handler error ends the connection.
  /// Responds to a request.
  typealias Handler = @Sendable (ServedExchange) throws -> Void

  /// The state, protected by the lock.
  private struct State {
    /// The routes by their paths.
    var routes: [String: Route] = [:]
    /// The number of the last route.
    var lastRouteNumber = 0
    /// The number of the last connection.
    var lastConnectionNumber = 0
    /// The open connections by their numbers.
    var connections: [Int: ServerConnection] = [:]
    /// The listening socket, or `nil` after the server has been closed.
    var listener: Int32?
  }

  private let state: LockedValue<State>
  /// The base URL of the server, such as `http://127.0.0.1:49152`.
  public let url: String

  /// Starts a server. It accepts connections when the initializer returns.
  ///
  /// - Throws: ``ConformanceServerError`` if a socket or thread cannot be created.
  public init() throws(ConformanceServerError) {
    let (listener, port) = try Sockets.makeBound(backlog: 1024)
    url = "http://127.0.0.1:\(port)"
    state = LockedValue(State(listener: listener))
    let started = ServerThread.start { [self] in
      while let descriptor = Sockets.acceptConnection(on: listener) { serve(descriptor) }
      Sockets.closeDescriptor(listener)
    }
    if !started {
      Sockets.closeDescriptor(listener)
      throw ConformanceServerError("pthread_create", 0)
    }
  }

  /// Closes all connections and stops accepting new ones.
  public func close() {
    let (listener, connections) = state.withLock { state in
      defer { state.listener = nil }
      return (state.listener, Array(state.connections.values))
    }
    for connection in connections { connection.interrupt() }
    // This wakes the thread that accepts connections, which then closes the listening socket.
    if let listener { Sockets.shutdownBoth(listener) }
  }

  /// Registers a handler at a new path. The connection is kept after the handler has returned,
  /// unless the handler has closed it.
  func serve(_ handler: @escaping Handler) -> Route {
    state.withLock { state in
      state.lastRouteNumber += 1
      let path = "/\(state.lastRouteNumber)"
      let route = Route(url: url + path, handler: handler)
      state.routes[path] = route
      return route
    }
  }

  /// Removes routes.
  func removeRoutes(_ routes: [Route]) {
    state.withLock { state in
      for route in routes { state.routes[String(route.url.dropFirst(url.count))] = nil }
    }
  }

  /// Starts a thread that serves a new connection, unless the server has been closed.
  private func serve(_ descriptor: Int32) {
    let connection: ServerConnection? = state.withLock { state in
      guard state.listener != nil else { return nil }
      state.lastConnectionNumber += 1
      let connection = ServerConnection(descriptor, number: state.lastConnectionNumber)
      state.connections[connection.number] = connection
      return connection
    }
    guard let connection else { return Sockets.closeDescriptor(descriptor) }
    let started = ServerThread.start { [self] in
      // Errors on a connection aren't reported, because they are usually part of a test.
      try? serve(connection)
      end(connection)
    }
    if !started { end(connection) }
  }

  /// Closes a connection and removes it.
  private func end(_ connection: ServerConnection) {
    connection.close()
    state.withLock { $0.connections[connection.number] = nil }
  }

  /// Serves the requests of a connection one at a time. Unknown paths are answered with 404.
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
      let index = route.record(request)
      let exchange = ServedExchange(
        request: request, connection: connection, number: number,
        storeBody: { route.record(body: $0, of: index) })
      try route.handler(exchange)
    }
  }
}

/// A path of the server with its handler and the requests that it has received.
final class Route: Sendable {
  /// The path's URL.
  let url: String
  /// Responds to the requests.
  let handler: ConformanceServer.Handler
  /// The requests received so far.
  private let received = LockedValue<[ReceivedRequest]>([])

  /// Creates a route without requests.
  init(url: String, handler: @escaping ConformanceServer.Handler) {
    self.url = url
    self.handler = handler
  }

  /// The requests received so far, in the order they were received.
  var requests: [ReceivedRequest] { received.value }

  /// Adds a request and returns its index.
  func record(_ request: ReceivedRequest) -> Int {
    received.withLock { all in
      all.append(request)
      return all.count - 1
    }
  }

  /// Sets the body of a request after it has been read.
  func record(body: [UInt8], of index: Int) { received.withLock { $0[index].body = body } }
}

/// Threads for blocking operations.
enum ServerThread {
  /// The closure of a thread.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a new detached thread.
  ///
  /// - Returns: `false` if the system cannot create a thread, in which case the closure is not
  ///   called.
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
