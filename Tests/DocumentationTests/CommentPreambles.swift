/// Declarations that the code in doc comments uses and does not show, by module.
enum CommentPreambles {
  static let networking = """
    import Foundation
    import Networking
    import TremaCurl
    import TremaJSON
    struct Dish: Codable, Sendable { var id: Int }
    struct User: Codable, Sendable { var name: String }
    struct Session: Codable, Sendable { var token: String }
    struct Maintenance: Error {}
    struct AppLog: NetworkLog {
      func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {}
    }
    struct DishEndpoint: SampledEndpoint {
      var id: Int
      var request: Request<Dish> { .get("dishes/\\(id)").decoding(Dish.self) }
      var sample: MockResponse { .json(text: "{}") }
    }
    private func show(_ value: Any) {}
    private func trace() -> String { "" }
    private func placeOrder() async throws {}
    private func table(_ response: HTTPResponse) async throws -> [Dish] { [] }
    var client = HTTPClient(transport: MockTransport())
    let (token, title, path, folder, name, order) = ("", "", "", "", "", "")
    let (id, page, date, note) = (7, 1, Date(), String?.none)
    let user = User(name: "Ada")
    let credentials = user
    let store = MemoryTokenStore()
    let configuration = OAuth2Configuration(tokenEndpoint: "", clientID: "")
    let request: Request<Dish> = .get("dishes/7").decoding(Dish.self)
    let parsing = DispatchQueue(label: "parsing")
    """

  static let configuration = """
    import Foundation
    import TremaConfiguration
    struct AppConfiguration: Decodable {
      static let overridableKeys = ["api.timeout": "integer"]
    }
    final class Client { var timeout = 0 }
    let client = Client()
    let url = URL(fileURLWithPath: "")
    """

  static let injection = """
    import Foundation
    import TremaInjection
    struct Session: Sendable {}
    extension Keys {
      static let session = Key<Session>(.singleton) { _ in Session() }
      static let store = AsyncKey<Session>(.singleton) { _ in Session() }
    }
    """

  static let log = """
    import TremaLog
    let (host, name, count, table) = ("", "", 1, 2)
    """

  static let runtime = """
    import TremaRuntime
    let client = HTTPClient(transport: MockTransport())
    """

  static let secrets = """
    import TremaSecrets
    struct Vault { func unlock(with password: String) {} }
    let vault = Vault()
    """

  static let storage = """
    import TremaStorage
    enum Theme: String, Codable { case dark }
    struct Person: Codable, Identifiable, Sendable {
      var id: Int
      var name: String
      var age: Int
    }
    let people = try KeyValueStore(inMemory: []).records(Person.self, named: "people")
    let bytes: [UInt8] = []
    let identity = AgeIdentity()
    let recipient = identity.recipient
    """

  static let texts = """
    import TremaMessages
    struct Celsius { var degrees: Double }
    guard let polish = LanguageTag("pl") else { return }
    """

  static let xml = """
    import Networking
    import TremaXMLDecoding
    struct Dish: Decodable, Sendable { var id: Int }
    """

  static let conformance = """
    import Testing
    import TremaHTTP
    import TremaTransportConformance
    struct MyTransport: HTTPTransport {
      let name = "mine"
      func send(
        _ request: HTTPRequest, body: HTTPBody, context: TransportContext
      ) async throws(TransportError) -> HTTPResponse { throw TransportError(.other, "") }
      func close() async {}
    }
    """
}
