import Foundation
import Testing
import TremaRuntime
import TremaTestSupport

/// The examples of the guide; serialized with other tests that change what the process logs.
extension JoinTests {
  @Test func `the guide's example of a complete app works`() async throws {
    let transport = MockTransport(.any(.text("soup")))
    let configuration = try Configuration(["logLevel": "info"])
    let records = try await logged {
      try await Container.shared.overriding {
        $0[Keys.configuration] = configuration
        $0[Keys.transport] = transport
      } operation: {
        let container = Container.shared
        let client = try container(Keys.httpClient).adding(Retry()).adding(Redirects())
        try container(Keys.log).info("ready")
        let following = LogSystem.shared.followConfiguration()
        #expect(client.interceptors.map(\.name) == ["Retry", "Redirects", "Logging"])
        following.cancel()
        await following.value
      }
    }
    #expect(records.map(\.message) == ["ready"])
  }

  @Test func `the README's example works`() async throws {
    let transport = MockTransport(.on(.get, "/v1/dishes", .json(text: #"["soup", "tart"]"#)))
    let configuration = try Configuration([
      "logLevel": "info", "networking": ["baseURL": "https://kitchen.example/v1"],
    ])
    let records = try await logged {
      try await Container.shared.overriding {
        $0[Keys.configuration] = configuration
        $0[Keys.transport] = transport
      } operation: {
        let client = try Container.shared(Keys.httpClient)
        let dishes = try await client.send(.get("dishes").decoding([String].self))
        try Container.shared(Keys.log).info("\(dishes.count, .public) dishes")
      }
    }
    #expect(records.last?.message == "2 dishes")
  }

  @Test func `the guide's example of a custom store works`() async throws {
    let folder = try TemporaryFolder()
    let (path, keyPath) = (folder.path + "/vault", folder.path + "/key")
    let made = FileManager.default.createFile(
      atPath: keyPath, contents: Data(repeating: 7, count: 32),
      attributes: [.posixPermissions: 0o600])
    #expect(made)
    let container = Container()
    try container.register(Keys.secureStore, .replace) { _ in
      VaultStore(path: path, key: .file(keyPath))
    }
    let key = SecretKey("token", service: "com.example.kitchen")
    try await container(Keys.secureStore).set("t0k3n", for: key)
    #expect(try await VaultStore(path: path, key: .file(keyPath)).string(for: key) == "t0k3n")
  }

  @Test func `the guide's example of another transport works`() async throws {
    func check(_ dishes: [String]) { #expect(dishes == ["soup"]) }
    let (container, url) = (Container(), "https://kitchen.example/dishes")
    let configuration = try Configuration(["logLevel": "info"])
    _ = try await logged {
      try await container.overriding {
        $0[Keys.configuration] = configuration
      } operation: {
        try await container.overriding {
          $0[Keys.transport] = MockTransport(.on(.get, "/dishes", .json(text: #"["soup"]"#)))
        } operation: {
          let dishes = try await container(Keys.httpClient).send(.get(url).decoding([String].self))
          check(dishes)
        }
      }
    }
  }

  @Test func `the guide shows the code that is compiled here`() throws {
    let source = try PageBlocks.source(of: #filePath)
    let page = try PageBlocks(page: "Runtime.md").blocks
    let front = try PageBlocks(page: "../README.md").blocks
    #expect(page.count == 3)
    #expect(front.count == 2)
    for block in page + front.dropFirst() { #expect(source.contains(block), "\(block)") }
  }
}
