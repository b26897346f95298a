import Networking
import Testing
import TremaHTTP

@Suite struct ErrorTests {
  private struct Problem: Codable, Equatable, Sendable { var code: Int }

  private func client(_ status: HTTPStatus, _ text: String = "") -> HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", transport: TestTransport(status, text))
  }

  private func error(_ kind: TransportError) async -> NetworkError? {
    let client = HTTPClient(
      transport: TestTransport { (_, _, _) throws(TransportError) in throw kind })
    return await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("https://example.com/x?token=secret").empty)
    }
  }

  /// The seventeen named errors of GirdersSwift's `ResponseError`.
  private static let named: [(Int, HTTPStatus)] = [
    (301, .movedPermanently), (302, .found), (303, .seeOther), (304, .notModified),
    (307, .temporaryRedirect), (308, .permanentRedirect), (400, .badRequest), (401, .unauthorized),
    (403, .forbidden), (404, .notFound), (405, .methodNotAllowed), (500, .internalServerError),
    (501, .notImplemented), (502, .badGateway), (503, .serviceUnavailable), (504, .gatewayTimeout),
    (511, .networkAuthenticationRequired),
  ]

  @Test(arguments: named)
  func `the error contains the name of the status`(_ code: Int, _ status: HTTPStatus) async {
    let error = await #expect(throws: NetworkError.self) {
      try await client(HTTPStatus(code), "why").send(.get("x").empty)
    }
    #expect(error?.status == status)
    #expect(error?.response?.status == status)
    #expect(error?.attempts == 1)
    #expect(error?.request?.target == "https://api.example.com/x")
    guard case .status(let failure) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.text == "why")
    #expect(failure.head.url == "https://api.example.com/x")
  }

  @Test func `a status without a name is an error`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client(799).send(.get("x").empty)
    }
    #expect(error?.status == 799)
    #expect(error?.description == "GET https://api.example.com/x: the server returned 799")
  }

  @Test func `the body of a failure is decoded as the requested type`() async throws {
    let request = RequestBuilder.get("x").decoding(Int.self).failure(Problem.self)
    let error = await #expect(throws: NetworkError.self) {
      try await client(.conflict, #"{"code":7}"#).send(request)
    }
    #expect(error?.failure(as: Problem.self) == Problem(code: 7))
    #expect(error?.failure(as: Int.self) == nil)
    // The error survives mapping the value.
    let mapped = await #expect(throws: NetworkError.self) {
      try await client(.conflict, #"{"code":7}"#).send(request.map { $0 + 1 }.withHead)
    }
    #expect(mapped?.failure() == Problem(code: 7))
  }

  @Test func `a failure with an undecodable body keeps its status and the reason`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client(.badGateway, "<html>").send(
        RequestBuilder.get("x").empty.failure(Problem.self))
    }
    guard case .status(let failure) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.status == .badGateway)
    #expect(failure.value == nil)
    #expect(failure.problem is DecodingError)
  }

  @Test func `a transport error is reported with the request and one attempt`() async {
    let lost = await error(TransportError(.connectionLost, mayHaveBeenSent: true))
    #expect(lost?.attempts == 1)
    #expect(lost?.mayHaveBeenSent == true)
    #expect(lost?.response == nil)
    #expect(lost?.description == "GET https://example.com/x?…: the connection was lost")
    let late = await error(TransportError(.timeout(.firstByte)))
    #expect(late?.isTimeout == true)
    #expect(late?.mayHaveBeenSent == false)
    guard case .timeout(.firstByte) = late?.kind else {
      Issue.record("\(String(describing: late))")
      return
    }
    #expect(await error(TransportError(.cancelled))?.isCancelled == true)
  }

  @Test func `no description contains a value of the body`() async {
    enum Colour: String, Decodable, Sendable { case red }
    struct Car: Decodable, Sendable { var colours: [Colour] }
    let error = await #expect(throws: NetworkError.self) {
      try await client(.ok, #"{"colours":["red","secret"]}"#).send(.get("x").decoding(Car.self))
    }
    #expect(
      error?.description
        == "GET https://api.example.com/x: the response cannot be decoded: "
        + "'colours[1]' is a string that its Swift type does not accept (line 1, column 19)")
    let missing = await #expect(throws: NetworkError.self) {
      try await client(.ok, #"{"secret":1}"#).send(.get("x").decoding(Car.self))
    }
    #expect(
      missing?.description.hasSuffix("the key 'colours' is missing in the body (line 1, column 1)")
        == true)
    struct Number: Encodable, Sendable { var secret = Double.infinity }
    let unwritten = await #expect(throws: NetworkError.self) {
      try await client(.ok).send(.post("x").json(Number()).empty)
    }
    guard case .encoding = unwritten?.kind else {
      Issue.record("\(String(describing: unwritten))")
      return
    }
    #expect(unwritten?.attempts == 0)
    #expect(unwritten?.description.contains("inf") == false)
  }

  @Test func `the project's errors keep their message, others only their type name`() {
    struct Quoting: Error { let value = "secret" }
    let known: [(any Error, String)] = [
      (Quoting(), "Quoting"),
      (CredentialsError.colonInName, "a user name must not contain a colon"),
      (ParameterError(.notFinite, at: ["a"]), "'a' is not a finite number"),
      (
        ParameterError(.thrown(Quoting()), at: ["a", "b"]),
        "the parameter 'a.b' cannot be encoded: Quoting"
      ),
      (TextDecodingError.unknownCharset("x"), "unknown charset 'x'"),
    ]
    for (error, words) in known {
      #expect(
        NetworkError(.encoding(error)).description == "the request cannot be encoded: \(words)")
    }
  }

  @Test func `a dump of an error contains neither fields nor bodies`() async throws {
    let error = try #require(
      await #expect(throws: NetworkError.self) {
        try await client(.forbidden, "secret body").send(
          .get("x").bearer("secret-token").query("q", "secret-query").empty)
      })
    var dumped = ""
    dump(error, to: &dumped)
    print(error.kind, to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect(error.request?.fields[.authorization] == "Bearer secret-token")
  }

  @Test func `an error of a call can be recovered, mapped or rethrown`() async throws {
    let call = client(.notFound).call(RequestBuilder.get("x").decoding(Int.self))
    #expect(try await call.recover(from: .notFound, with: 0).value() == 0)
    #expect(try await call.map { $0 + 1 }.recover { _ in 5 }.map { $0 * 2 }() == 10)
    await #expect(throws: NetworkError.self) {
      try await call.recover(from: .gone, with: 0).value()
    }
    let mapped = await #expect(throws: NetworkError.self) {
      try await call.mapError { error in
        var error = error
        error.attempts = 42
        return error
      }.value()
    }
    #expect(mapped?.attempts == 42)
    // An error thrown after a recovery does not reach it.
    struct Late: Error {}
    let late = await #expect(throws: NetworkError.self) {
      try await call.recover { _ in 5 }.map { _ -> Int in throw Late() }.value()
    }
    guard case .decoding(is Late) = late?.kind else {
      Issue.record("\(String(describing: late))")
      return
    }
  }

  @Test func `calls can be chained`() async throws {
    let client = client(.ok, "4")
    let call = client.call(RequestBuilder.get("x").decoding(Int.self))
    #expect(try await call.then { first in call.map { first + $0 } }.value() == 8)
    #expect("\(client.call(RequestBuilder.get("x?a=1").empty))" == "GET x?…")
  }
}
