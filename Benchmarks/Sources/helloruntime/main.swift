import TremaRuntime

let client = HTTPClient(baseURL: "https://example.com", transport: try CurlTransport())
let container = Container()
try container.register(HTTPClient.self, scope: .singleton) { _ in client }
print(translate("hello") == "?hello?" ? "hello" : "unexpected")
