import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// Conformance cases for cancellation, abandoned bodies and closing.
  static let endCases: [Case] = [
    Case(
      "cancellation before the head ends the exchange",
      "The exchange ends immediately with 'cancelled', and the connection is closed."
    ) { probe in
      let (isReceived, isClosed) = (LockedValue(false), LockedValue(false))
      let route = probe.serve { exchange in
        isReceived.value = true
        exchange.waitForEnd()
        isClosed.value = true
      }
      let sending = Task { await failure(probe, HTTPRequest(.get, route.url, deadlines: .none)) }
      let hasStarted = await eventually { isReceived.value }
      probe.expect(hasStarted, "the request was not received")
      sending.cancel()
      let kind = await sending.value
      probe.expect(kind == .cancelled, "the exchange ended with \(failureText(kind))")
      let ended = await eventually { isClosed.value }
      probe.expect(ended, "the connection stayed open")
    },
    Case(
      "cancellation during a request body ends the exchange",
      "The source of the body is not read any further."
    ) { probe in
      let isFinished = LockedValue(false)
      let route = probe.serve { try $0.connection.wait { isFinished.value } }
      let returnedCount = LockedValue<Int64>(0)
      let source = EndlessSource(chunk: Pattern.bytes(1 << 16), returnedCount: returnedCount)
      let body = HTTPBody.stream(HTTPBodyStream { () throws(TransportError) in source })
      let request = HTTPRequest(.post, route.url, deadlines: .none)
      let sending = Task { await failure(probe, request, body: body) }
      _ = await eventually { returnedCount.value > 0 }
      sending.cancel()
      let kind = await sending.value
      isFinished.value = true
      probe.expect(kind == .cancelled, "the exchange ended with \(failureText(kind))")
    },
    Case(
      "a cancelled task sends nothing", "The exchange ends with 'cancelled'."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let isCancelled = LockedValue(false)
      let sending = Task {
        _ = await eventually { isCancelled.value }
        return await failure(probe, HTTPRequest(.get, route.url))
      }
      sending.cancel()
      isCancelled.value = true
      let kind = await sending.value
      probe.expect(kind == .cancelled, "the exchange ended with \(failureText(kind))")
      probe.expect(route.requests.isEmpty, "a request was sent")
    },
    Case(
      "a cancelled stream closes the connection",
      "The server need not send bytes that are not read, and further reading is an error."
    ) { probe in
      let isClosed = LockedValue(false)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        exchange.waitForEnd()
        isClosed.value = true
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: .none)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        guard let source = response.body.source else {
          return probe.recordViolation("the body is not a stream")
        }
        _ = try await source.next()
        let reading = Task { () -> TransportError.Kind? in
          do throws(TransportError) {
            while try await source.next() != nil {}
            return nil
          } catch { return error.kind }
        }
        source.cancel()
        let kind = await reading.value
        probe.expect(kind == .cancelled, "further reading ended with \(failureText(kind))")
        let ended = await eventually { isClosed.value }
        probe.expect(ended, "the connection stayed open")
      } catch { probe.recordViolation("the exchange failed: \(error)") }
    },
    Case(
      "a released stream closes the connection", "A missing cancellation does not leak resources."
    ) { probe in
      let isClosed = LockedValue(false)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        exchange.waitForEnd()
        isClosed.value = true
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: .none)
        _ = try await probe.transport.send(request, body: .empty, context: .streaming)
      } catch { return probe.recordViolation("the exchange failed: \(error)") }
      let ended = await eventually { isClosed.value }
      probe.expect(ended, "the connection stayed open")
    },
    Case(
      "closing the transport ends all exchanges and prevents new ones",
      "Running exchanges and streams end with 'cancelled', later exchanges with 'closed'."
    ) { probe in
      let silentRoute = probe.serve { $0.waitForEnd() }
      let partialRoute = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        exchange.waitForEnd()
      }
      let waitingTasks = (1...5).map { _ in
        Task { await failure(probe, HTTPRequest(.get, silentRoute.url, deadlines: .none)) }
      }
      let request = HTTPRequest(.get, partialRoute.url, deadlines: .none)
      let reading: Task<TransportError.Kind?, Never>
      do throws(TransportError) {
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        _ = try await response.body.source?.next()
        reading = Task {
          do throws(TransportError) {
            while try await response.body.source?.next() != nil {}
            return nil
          } catch { return error.kind }
        }
      } catch { return probe.recordViolation("the exchange failed: \(error)") }
      let hasStarted = await eventually { silentRoute.requests.count == 5 }
      probe.expect(hasStarted, "not all of five requests were sent concurrently")
      await probe.transport.close()
      for task in waitingTasks + [reading] {
        let kind = await task.value
        probe.expect(kind == .cancelled, "an exchange ended with \(failureText(kind))")
      }
      let lateKind = await failure(probe, HTTPRequest(.get, silentRoute.url))
      probe.expect(
        lateKind == .closed, "an exchange after the closing ended with \(failureText(lateKind))")
      await probe.transport.close()
    },
  ]

  /// Sends a request and returns the kind of its error, or `nil` after a response.
  private static func failure(
    _ probe: Probe, _ request: HTTPRequest, body: HTTPBody = .empty
  ) async -> TransportError.Kind? {
    do throws(TransportError) {
      _ = try await probe.exchange(request, body: body)
      return nil
    } catch { return error.kind }
  }

  /// Returns a description of a `failure(_:_:body:)` result.
  private static func failureText(_ kind: TransportError.Kind?) -> String {
    kind.map { "\($0)" } ?? "a response"
  }
}
