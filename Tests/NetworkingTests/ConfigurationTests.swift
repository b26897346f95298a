import Networking
import Testing
import TremaConfigValues
import TremaHTTP

@Suite struct ConfigurationTests {
  private let transport = TestTransport()

  private func client(_ section: ConfigValue) throws(ClientConfigurationError) -> HTTPClient {
    try HTTPClient(configuration: section, at: ConfigKeyPath(keys: ["api"]), transport: transport)
  }

  @Test func `a client is created from a configuration section`() async throws {
    let client = try client([
      "baseURL": "https://api.example.com/v1",
      "headers": ["X-App": "shop", "X-Empty": ""],
      "timeouts": ["connect": 5, "firstByte": 0.25, "idle": 0, "total": 60],
      "concurrency": 4,
      "responseLimit": 1024,
      "basicAuth": ["user": "Aladdin", "password": "open sesame"],
    ])
    #expect(client.description == "https://api.example.com/v1: up to 4 concurrent requests → test")
    #expect(client.responseLimit == 1024)
    #expect(
      client.deadlines
        == HTTPDeadlines(
          connect: .seconds(5), firstByte: .milliseconds(250), idle: nil, total: .seconds(60)))
    try await client.send(.get("users").empty)
    let request = try #require(transport.requests.first)
    #expect(request.target == "https://api.example.com/v1/users")
    #expect(
      request.fields == ["X-App": "shop", "Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="])
  }

  @Test func `settings missing in a section have their defaults`() throws {
    let client = try client([:])
    let plain = HTTPClient(transport: transport)
    #expect(client.baseURL == nil)
    #expect(client.fields == plain.fields)
    #expect(client.deadlines == plain.deadlines)
    #expect(client.responseLimit == plain.responseLimit)
    #expect(client.description == plain.description)
    let bearer = try self.client(["bearer": "t0k"])
    #expect(bearer.fields == ["Authorization": "Bearer t0k"])
  }

  @Test(
    arguments: [
      (["timeout": 5], "unknown key 'api.timeout' in the client configuration"),
      (["timeouts": ["totl": 5]], "unknown key 'api.timeouts.totl' in the client configuration"),
      (["timeouts": ["total": "5 s"]], "'api.timeouts.total' must be a real number, not a string"),
      (
        ["timeouts": ["total": -1]],
        "'api.timeouts.total' must be a number of seconds from 0 to 1,000,000,000"
      ),
      (["timeouts": 5], "'api.timeouts' must be a dictionary, not an integer"),
      (["baseURL": 5], "'api.baseURL' must be a string, not an integer"),
      (["baseURL": "api.example.com"], "'api.baseURL' is relative, but there is no base URL"),
      (
        ["baseURL": "ftp://secret@example.com"],
        "'api.baseURL' does not begin with 'http:' or 'https:'"
      ),
      (
        ["headers": ["X A": "1"]],
        "'api.headers.X A' cannot be sent: 'X A' is not a valid header field name"
      ),
      (
        ["headers": ["X-A": "secret\n"]],
        "'api.headers.X-A' cannot be sent: the value of the header field 'X-A' contains a control "
          + "character or begins or ends with whitespace"
      ),
      (["headers": ["X-A": true]], "'api.headers.X-A' must be a string, not a Boolean"),
      (["concurrency": 0], "'api.concurrency' must be greater than 0"),
      (["responseLimit": "many"], "'api.responseLimit' must be an integer, not a string"),
      (
        ["basicAuth": ["user": "se:cret"]],
        "'api.basicAuth' cannot be sent: a user name must not contain a colon"
      ),
      (
        ["basicAuth": ["name": "secret"]],
        "unknown key 'api.basicAuth.name' in the client configuration"
      ),
      (["basicAuth": [:], "bearer": "secret"], "'api.bearer' conflicts with 'basicAuth'"),
      (["bearer": "secret\r\n"], "'api.bearer' is not a valid token"),
      (["bearer": ""], "'api.bearer' is not a valid token"),
      ("secret", "'api' must be a dictionary, not a string"),
    ] as [(ConfigValue, String)])
  func `invalid settings are reported with their path but without their value`(
    _ section: ConfigValue, _ words: String
  ) {
    let error = #expect(throws: ClientConfigurationError.self) { try client(section) }
    #expect(error?.description == words)
    #expect(error?.description.contains("secret") == false)
  }
}
