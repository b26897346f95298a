import TremaHTTP
import TremaSupport

extension TransportConformance {
  static let endCases: [Case] = [
    Case(
      "cancelling before the head ends the exchange",
      "At once, with 'cancelled', and the server sees the connection end."
    ) { probe in
      let (isHeld, isGone) = (LockedValue(false), LockedValue(false))
      let route = probe.serve { exchange in
        isHeld.value = true
        exchange.waitForEnd()
        isGone.value = true
      }
      let sending = Task { await failure(probe, HTTPRequest(.get, route.url, deadlines: .none)) }
      let began = await eventually { isHeld.value }
      probe.expect(began, "the request did not come")
      sending.cancel()
      let kind = await sending.value
      probe.expect(kind == .cancelled, "it ended with \(words(kind))")
      let ended = await eventually { isGone.value }
      probe.expect(ended, "the connection stayed open")
    },
    Case(
      "cancelling while a body is sent ends the exchange", "Nothing is read from its source then."
    ) { probe in
      let isOver = LockedValue(false)
      let route = probe.serve { try $0.connection.wait { isOver.value } }
      let given = LockedValue<Int64>(0)
      let source = EndlessSource(piece: Pattern.bytes(1 << 16), given: given)
      let body = HTTPBody.stream(HTTPBodyStream { () throws(TransportError) in source })
      let request = HTTPRequest(.post, route.url, deadlines: .none)
      let sending = Task { await failure(probe, request, body: body) }
      _ = await eventually { given.value > 0 }
      sending.cancel()
      let kind = await sending.value
      isOver.value = true
      probe.expect(kind == .cancelled, "it ended with \(words(kind))")
    },
    Case(
      "a task that is cancelled already sends nothing", "It ends with 'cancelled' all the same."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      let isCancelled = LockedValue(false)
      let sending = Task {
        _ = await eventually { isCancelled.value }
        return await failure(probe, HTTPRequest(.get, route.url))
      }
      sending.cancel()
      isCancelled.value = true
      let kind = await sending.value
      probe.expect(kind == .cancelled, "it ended with \(words(kind))")
      probe.expect(route.requests.isEmpty, "it was sent")
    },
    Case(
      "an abandoned stream ends the connection",
      "The server need not send what is not read; reading on is an error."
    ) { probe in
      let isGone = LockedValue(false)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        exchange.waitForEnd()
        isGone.value = true
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: .none)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        guard let source = response.body.source else { return probe.note("it is no stream") }
        _ = try await source.next()
        let reading = Task { () -> TransportError.Kind? in
          do throws(TransportError) {
            while try await source.next() != nil {}
            return nil
          } catch { return error.kind }
        }
        source.cancel()
        let kind = await reading.value
        probe.expect(kind == .cancelled, "reading on ended with \(words(kind))")
        let ended = await eventually { isGone.value }
        probe.expect(ended, "the connection stayed open")
      } catch { probe.note("the exchange failed: \(error)") }
    },
    Case(
      "a response whose stream is released ends too", "Forgetting to cancel leaks nothing."
    ) { probe in
      let isGone = LockedValue(false)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        exchange.waitForEnd()
        isGone.value = true
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: .none)
        _ = try await probe.transport.send(request, body: .empty, context: .streaming)
      } catch { return probe.note("the exchange failed: \(error)") }
      let ended = await eventually { isGone.value }
      probe.expect(ended, "the connection stayed open")
    },
    Case(
      "closing ends all exchanges, and nothing is sent after it",
      "'cancelled' for those that run, in the midst of a stream also; 'closed' for later ones."
    ) { probe in
      let silent = probe.serve { $0.waitForEnd() }
      let half = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        exchange.waitForEnd()
      }
      let waiting = (1...5).map { _ in
        Task { await failure(probe, HTTPRequest(.get, silent.url, deadlines: .none)) }
      }
      let request = HTTPRequest(.get, half.url, deadlines: .none)
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
      } catch { return probe.note("the exchange failed: \(error)") }
      let began = await eventually { silent.requests.count == 5 }
      probe.expect(began, "not all of five requests were sent at once")
      await probe.transport.close()
      for task in waiting + [reading] {
        let kind = await task.value
        probe.expect(kind == .cancelled, "one ended with \(words(kind))")
      }
      let late = await failure(probe, HTTPRequest(.get, silent.url))
      probe.expect(late == .closed, "what was sent after it ended with \(words(late))")
      await probe.transport.close()
    },
  ]

  private static func failure(
    _ probe: Probe, _ request: HTTPRequest, body: HTTPBody = .empty
  ) async -> TransportError.Kind? {
    do throws(TransportError) {
      _ = try await probe.exchange(request, body: body)
      return nil
    } catch { return error.kind }
  }

  private static func words(_ kind: TransportError.Kind?) -> String {
    kind.map { "\($0)" } ?? "a response"
  }
}
