#if os(Linux)
  import Foundation
  import Testing
  import TremaCurl
  import TremaDates
  import TremaHTTP
  import TremaNetworkTestSupport

  @testable import Networking

  /// A request, the expected source of its response, and its expected contents. In the values of
  /// fields `@5` is the date five seconds after the start of the row.
  struct CacheStep: Sendable {
    enum Source: Sendable {
      /// The server is asked, and sends this response.
      case server(HTTPFields, HTTPStatus)
      /// The server is asked, and ends the connection: the request fails.
      case cut
      /// The server is not asked.
      case store(HTTPStatus)
    }

    let source: Source
    var method = "GET"
    /// The suffix of the row's URL.
    var path = ""
    var asks: HTTPFields = [:]
    /// The seconds since the step before.
    var wait: Int64 = 0
    /// The body of the server's response; the number of the step if not set.
    var body: String?
    /// The fields that the server must have seen.
    var sends: HTTPFields = [:]
    var lacks: [HTTPFields.Name] = []
    /// The fields, the missing fields, the text and the status of the response.
    var shows: HTTPFields = [:]
    var hides: [HTTPFields.Name] = []
    var text: String?
    var status: HTTPStatus?

    static func server(_ says: HTTPFields = [:], _ status: HTTPStatus = .ok) -> CacheStep {
      CacheStep(source: .server(says, status))
    }

    static func store(_ status: HTTPStatus = .ok) -> CacheStep { CacheStep(source: .store(status)) }
    static var cut: CacheStep { CacheStep(source: .cut) }

    func with<Value>(_ path: WritableKeyPath<CacheStep, Value>, _ value: Value) -> CacheStep {
      var step = self
      step[keyPath: path] = value
      return step
    }

    func after(_ seconds: Int64) -> CacheStep { with(\.wait, seconds) }
    func asking(_ fields: HTTPFields) -> CacheStep { with(\.asks, fields) }
    func at(_ path: String) -> CacheStep { with(\.path, path) }
  }

  struct CacheRow: Sendable {
    let name: String
    let steps: [CacheStep]

    init(_ name: String, _ steps: CacheStep...) { (self.name, self.steps) = (name, steps) }

    /// A response that must be used for the same request, or must not.
    init(
      _ name: String, _ says: HTTPFields, _ status: HTTPStatus = .ok, after: Int64 = 1, isUsed: Bool
    ) {
      let text = [204, 304].contains(status.code) ? "" : "step 0"
      self.name = name
      steps = [
        .server(says, status),
        isUsed
          ? .store(status).after(after).with(\.text, text)
          : .server([.cacheControl: "no-store"]).after(after),
      ]
    }
  }

  /// Runs rows over libcurl and a server on the loopback interface.
  struct CacheRunner {
    private struct Answer: Encodable {
      var status = 0
      var fields: [[String]] = []
      var body = ""
      var cut = false
    }

    private struct Logged: Decodable {
      let method: String
      let path: String
      let fields: [[String]]
    }

    private let time = VirtualClock(date: Date(timeIntervalSince1970: 784_111_777))
    private let origin: String
    private let plain: HTTPClient

    init(origin: String, transport: CurlTransport) {
      self.origin = origin
      plain = HTTPClient(transport: transport)
    }

    private var now: Int64 { Int64(time.date.timeIntervalSince1970) }

    private static func pairs(_ fields: HTTPFields, _ start: Int64) -> [[String]] {
      fields.map { field in
        let offset = field.value.hasPrefix("@") ? Int64(field.value.dropFirst()) : nil
        return [field.name.text, offset.map { HTTPDate.text(start + $0) } ?? field.value]
      }
    }

    func run(_ row: CacheRow) async throws {
      let (start, key) = (now, UUID().uuidString)
      var client = plain.adding(Cache(options: CacheOptions(identifyingCookies: [])))
      client.clock = time.clock
      let answers = row.steps.enumerated().compactMap { index, step -> Answer? in
        switch step.source {
        case .server(let fields, let status):
          Answer(
            status: status.code, fields: Self.pairs(fields, start),
            body: step.body ?? "step \(index)")
        case .cut: Answer(cut: true)
        case .store: nil
        }
      }
      try await plain.send(.post("\(origin)/script/\(key)").json(answers).empty)
      var count = 0
      for (index, step) in row.steps.enumerated() {
        time.advance(by: .seconds(step.wait))
        let place = "\(row.name), step \(index)"
        var draft = RequestBuilder<BodyForbidden>(
          try HTTPMethod(step.method), "\(origin)/\(key)\(step.path)")
        for pair in Self.pairs(step.asks, start) {
          draft = draft.appending(header: .init(pair[0]), pair[1])
        }
        if case .cut = step.source {
          await #expect(throws: NetworkError.self, "\(place)") { try await client.got(draft) }
          continue
        }
        let got = try await client.got(draft)
        let log = try JSONDecoder().decode(
          [Logged].self, from: Data(try await plain.send(.get("\(origin)/log/\(key)").bytes)))
        check(got, log.last, step, index, start, place)
        if case .server = step.source { count += 1 }
        #expect(log.count == count, "\(place): \(got)")
      }
    }

    private func check(
      _ got: Got, _ request: Logged?, _ step: CacheStep, _ index: Int, _ start: Int64,
      _ place: String
    ) {
      var text = step.text ?? "step 0"
      switch step.source {
      case .store(let status):
        #expect(
          got.cache.contains("hit") && got.status == (step.status ?? status), "\(place): \(got)")
      case .server(_, let status):
        #expect(!got.cache.contains("hit"), "\(place): \(got)")
        let shown = status == .notModified ? HTTPStatus.ok : status
        #expect(got.status == (step.status ?? shown), "\(place): \(got)")
        if ![204, 304].contains(status.code) { text = step.text ?? step.body ?? "step \(index)" }
        if status == .noContent { text = "" }
        let sent = (request?.fields ?? []).map { HTTPFields.Field(.init($0[0]), $0[1]) }
        for pair in Self.pairs(step.sends, start) {
          #expect(HTTPFields(sent)[.init(pair[0])] == pair[1], "\(place): \(pair)")
        }
        for name in step.lacks { #expect(HTTPFields(sent)[name] == nil, "\(place): \(name)") }
      case .cut: break
      }
      if step.method != "HEAD" { #expect(got.text == text, "\(place): \(got)") }
      for pair in Self.pairs(step.shows, start) {
        #expect(got.fields[.init(pair[0])] == pair[1], "\(place): \(pair)")
      }
      for name in step.hides { #expect(got.fields[name] == nil, "\(place): \(name)") }
    }
  }
#endif
