/// A line of code with a beginner's mistake and the compiler's first error for it.
struct Mistake: Sendable {
  let line: String
  let error: String

  init(_ line: String, _ error: String) { (self.line, self.error) = (line, error) }
}

/// Beginners' mistakes by product.
enum FirstMistakes {
  static let all = networking + injection + configuration + texts + log + storage + dates

  static let networking: [Mistake] = [
    Mistake(
      #"let dish: String = try await client.send(.get("x").decoding(Dish.self)); _ = dish"#,
      "'send' is unavailable: the request decodes a type other than the one expected here"
    ),
    Mistake(
      #"let dish: Dish = try await client.send(.get("x")); _ = dish"#,
      "'send' is unavailable: specify how to decode the response: .decoding(), .text, .bytes or .empty"
    ),
    Mistake(
      #"let dish: Dish = try await client.send(.post("x").json(1)); _ = dish"#,
      "'send' is unavailable: specify how to decode the response: .decoding(), .text, .bytes or .empty"
    ),
    Mistake(
      #"_ = try await client.send(.get("x").json(["a": 1]).text)"#,
      "'json(_:with:)' is unavailable: GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
    ),
    Mistake(
      #"let values: [String: Any] = [:]; _ = try await client.send(.post("x").json(values).empty)"#,
      "'json(_:with:)' is unavailable: a value of type 'Any' cannot be encoded; pass a Codable struct, or declare the dictionary as [String: (any Encodable & Sendable)?]"
    ),
    Mistake(
      #"let values: [Any] = []; _ = try await client.send(.post("x").json(values).empty)"#,
      "'json(_:with:)' is unavailable: a value of type 'Any' cannot be encoded; pass an array of a Codable type, or a JSONValue"
    ),
    Mistake(
      #"_ = try await client.send(.post("x", json: Plain(id: 1)).empty)"#,
      #"'post(_:json:)' is unavailable: add the body in a separate step: .post("dishes").json(dish)"#
    ),
    Mistake(
      #"_ = try await client.send(.put("x", json: Dish(id: 1)).empty)"#,
      #"'put(_:json:)' is unavailable: add the body in a separate step: .put("dishes/7").json(dish)"#
    ),
    Mistake(
      #"_ = try await client.send(.patch("x", json: Dish(id: 1)).empty)"#,
      #"'patch(_:json:)' is unavailable: add the body in a separate step: .patch("dishes/7").json(dish)"#
    ),
    Mistake(
      #"let a = try await client.send(.get("x")); _ = try JSONDecoder().decode(Dish.self, from: a)"#,
      #"'decode(_:from:)' is unavailable: let the request decode the response: send(.get("dishes/7").decoding(Dish.self)), or pass Data(response.value)"#
    ),
    Mistake(
      #"let a = try await client.send(.get("x")); _ = a.data"#,
      "'data' is unavailable: use 'value', which contains the body"),
    Mistake(
      #"let dish = client.send(.get("x").text); _ = dish"#,
      "call can throw but is not marked with 'try'"),
    Mistake(
      #"_ = client.adding(LoginAuthentication(user: "a") { _ in "token" })"#,
      "'adding' is unavailable: wrap the authenticator: adding(Authentication(…))"),
    Mistake(
      #"_ = HTTPClient(baseURL: "https://a.example")"#,
      "'init(baseURL:)' is unavailable: pass a transport: CurlTransport() from TremaCurl on Linux, URLSessionTransport() from TremaURLSession on Apple platforms"
    ),
    Mistake(
      #"_ = HTTPClient(baseURL: URL(string: "https://a.example"), transport: MockTransport())"#,
      "cannot convert value of type 'URL?' to expected argument type 'String?'"),
    Mistake(
      #"_ = try await client.send(.get("x").decoding())"#,
      "'decoding()' is unavailable: specify the type to decode: .decoding(Dish.self)"),
    Mistake(
      #"_ = try await client.send("https://a.example")"#,
      #"'send' is unavailable: specify the method of the request: send(.get("dishes/7"))"#),
    Mistake(
      #"_ = try await client.send(.get(URL(string: "x")!).text)"#,
      "cannot convert value of type 'URL' to expected argument type 'String'"),
    Mistake(
      #"_ = try await client.send(.get("x").decoding(Plain.self))"#,
      "instance method 'decoding(_:with:)' requires that 'Plain' conform to 'Decodable'"),
    Mistake(
      #"_ = try await client.send(.post("x").json(Plain(id: 1)).empty)"#,
      "instance method 'json(_:with:)' requires that 'Plain' conform to 'Encodable'"),
    Mistake(
      #"let dishes: [Dish] = try await client.send(.get("x").decoding(Dish.self)); _ = dishes"#,
      "'send' is unavailable: the request decodes a type other than the one expected here"
    ),
    Mistake(
      #"client.send(.get("x")) { result in print(result) }"#,
      "'send(_:completion:)' is unavailable: specify how to decode the response: .decoding(Dish.self), .text, .bytes or .empty"
    ),
    Mistake(
      "_ = client.adding(Retry.self)",
      "'adding' is unavailable: pass an instance: adding(Retry())"),
    Mistake(
      #"_ = client.adding(Authentication("token"))"#,
      "'init(_:)' is unavailable: specify the kind of credentials: .bearer(token), or try .basic(user, password)"
    ),
    Mistake(
      #"_ = client.adding(Authentication(.basic("a", "b")))"#,
      "call can throw but is not marked with 'try'"),
    Mistake(
      #"_ = try await client.send(.get("x").timeout(30).text)"#,
      "cannot convert value of type 'Int' to expected argument type 'Duration'"),
  ]

  static let injection: [Mistake] = [
    Mistake(
      "let dish = try container.resolve(); _ = dish",
      "'resolve()' is unavailable: specify the type: container.resolve(Service.self)"),
    Mistake(
      "let dish = Container.resolve(); _ = dish",
      "'resolve()' is unavailable: specify the type: let service: Service = Container.resolve()"),
    Mistake(
      "let dish = container(Keys.service); _ = dish",
      "call can throw but is not marked with 'try'"),
    Mistake(
      "let dish = try container(Keys.later); _ = dish",
      "expression is 'async' but is not marked with 'await'"),
    Mistake(
      "let dish = try container(Keys.page); _ = dish",
      "'callAsFunction' is unavailable: pass the argument that the key takes: container(Keys.page, 7)"
    ),
    Mistake(
      "let dish = try container(Keys.missing); _ = dish",
      "type 'Keys' has no member 'missing'"),
    Mistake(
      "try container.register(Service.self) { LiveService() }",
      "'register(_:factory:)' is unavailable: specify a lifetime: register(Service.self, scope: .singleton) { _ in LiveService() }"
    ),
    Mistake(
      "try container.register(Keys.service) { LiveService() }",
      "contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored"
    ),
    Mistake(
      "try container.register(Keys.needed) { _ in Dish(id: 1) }",
      "cannot convert value of type 'Dish' to closure result type 'any Service'"),
    Mistake(
      "_ = Key<Mutable>(.singleton) { _ in Mutable() }",
      "type 'Mutable' does not conform to the 'Sendable' protocol"),
    Mistake(
      "_ = Key<Dish>(.single) { _ in Dish(id: 1) }",
      "type 'FreshLifetime' has no member 'single'"),
  ]

  static let configuration: [Mistake] = [
    Mistake(
      #"let port = Configuration.shared.value("port", as: Int.self); _ = port"#,
      "call can throw but is not marked with 'try'"),
    Mistake(
      #"let port = try Configuration.shared.value("port"); _ = port"#,
      #"'value' is unavailable: specify the type of the value: value("port", as: Int.self)"#),
    Mistake(
      #"let port: Int = Configuration.shared["port"]; _ = port"#,
      "cannot convert value of type 'ConfigValue?' to specified type 'Int'"),
    Mistake(
      #"let date: Plain = try Configuration.shared.value("x"); _ = date"#,
      "instance method 'value(_:as:)' requires that 'Plain' conform to 'ConfigurationRepresentable'"
    ),
    Mistake(
      #"let port = try Configuration.shared.int("port"); _ = port"#,
      "value of type 'Configuration' has no member 'int'"),
    Mistake(
      #"let s = try Configuration.shared.decode(at: "x"); _ = s"#,
      #"'decode(at:)' is unavailable: specify the type to decode: decode(APISettings.self, at: "api")"#
    ),
  ]

  static let texts: [Mistake] = [
    Mistake(
      #"_ = translate("x", Plain(id: 1))"#,
      "argument type 'Plain' does not conform to expected type 'TextArgument'"),
    Mistake(
      #"_ = Translator(languages: "de")"#,
      "cannot convert value of type 'String' to expected argument type '[String]'"),
    Mistake(
      #"Translator.shared.language = "de""#,
      "value of type 'Translator' has no member 'language'"),
  ]

  static let log: [Mistake] = [
    Mistake(
      #"Log.info("x", ["a": Plain(id: 1)])"#,
      "cannot convert value of type 'Plain' to expected dictionary value type 'LogValue'"),
    Mistake(
      #"Log.info("a \(1, privacy: .public)")"#,
      "extraneous argument label 'privacy:' in call"),
    Mistake(
      #"Log.warn("x")"#,
      "type 'Log' has no member 'warn'"),
    Mistake(
      #"_ = Log("net")"#,
      "missing argument label 'label:' in call"),
    Mistake(
      "Log.standard.level = .debug",
      "cannot assign to property: 'level' is a get-only property"),
  ]

  static let storage: [Mistake] = [
    Mistake(
      #"let store = try KeyValueStore(URL(fileURLWithPath: "/")); _ = store"#,
      "cannot convert value of type 'URL' to expected argument type 'String'"),
    Mistake(
      #"let store = KeyValueStore("x"); _ = store"#,
      "call can throw but is not marked with 'try'"),
    Mistake(
      #"let v = try KeyValueStore("x")["a"].get("k"); _ = v"#,
      #"'get' is unavailable: specify the type of the value: get("theme", as: Theme.self)"#),
    Mistake(
      #"try KeyValueStore("x")["a"].set("k", value: 1)"#,
      "extraneous argument label 'value:' in call"),
    Mistake(
      #"try KeyValueStore("x").set("k", 1)"#,
      #"'set' is unavailable: use a namespace: store["settings"].set("theme", theme)"#),
    Mistake(
      #"_ = try KeyValueStore("x").records(Dish.self, named: "dishes")"#,
      "instance method 'records(_:named:fields:)' requires that 'Dish' conform to 'Identifiable'"),
    Mistake(
      #"let s = try await memory.string(for: "token"); _ = s"#,
      "cannot convert value of type 'String' to expected argument type 'SecretKey'"),
    Mistake(
      #"_ = SecretKey("a")"#,
      "missing argument for parameter 'service' in call"),
    Mistake(
      #"let s = try memory.string(for: SecretKey("a", service: "b")); _ = s"#,
      "expression is 'async' but is not marked with 'await'"),
    Mistake(
      #"let s: String = Secret("x"); _ = s"#,
      "cannot convert value of type 'Secret<String>' to specified type 'String'"),
  ]

  static let dates: [Mistake] = [
    Mistake(
      #"_ = try Timestamp("2002-05-09T17:21:36Z")"#,
      "'init(_:)' is unavailable: specify the format: Timestamp(rfc3339:), Timestamp(rfc822:) or Timestamp(httpDate:)"
    ),
    Mistake(
      #"_ = Timestamp(rfc3339: "2002-05-09T17:21:36Z")"#,
      "call can throw but is not marked with 'try'"),
    Mistake(
      #"_ = try Timestamp(iso8601: "2002-05-09T17:21:36Z")"#,
      "'init(iso8601:)' has been renamed to 'init(rfc3339:)'"),
    Mistake(
      #"let d: Date = try Timestamp(rfc3339: "2002-05-09T17:21:36Z"); _ = d"#,
      "cannot convert value of type 'Timestamp' to specified type 'Date'"),
    Mistake(
      #"_ = try Date(rfc3339: "2002-05-09T17:21:36Z")"#,
      "'init(rfc3339:)' is unavailable: parse a timestamp and use its date: Timestamp(rfc3339: text).date"
    ),
  ]
}
