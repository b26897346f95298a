import TremaRuntime

let client = HTTPClient(baseURL: "https://example.com", transport: try CurlTransport())
let container = Container()
container.register(HTTPClient.self) { _ in client }
print(translate("hello") == "?hello?" ? "hello" : "unexpected")
