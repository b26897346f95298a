import ConfigKit
import Foundation
import Testing
import TremaConfiguration
import TremaSupport

/// Tests of the shared configuration of the process, which run one after the other.
@Suite(.serialized) struct SharedConfigurationTests {
  @Test func `a test has its own configuration, shared with its child tasks`() async throws {
    let configuration = try Configuration(["api": ["timeout": 1]], environment: "test")
    try await configuration.overriding(["api.timeout": 2, "new.key": true]).asShared {
      #expect(Configuration.shared["api.timeout"] == 2)
      let isNew: Bool = try Configuration.shared.value("new.key")
      #expect(isNew)
      async let inChild = Configuration.shared["api.timeout"]
      #expect(await inChild == 2)
      let outside = await Task.detached { Configuration.shared["api.timeout"] }.value
      #expect(outside == nil)
    }
    #expect(Configuration.shared["api.timeout"] == nil)
  }

  @available(*, deprecated)
  @Test func `the result of a GirdersSwift lookup can be cast`() throws {
    let configuration = try Configuration([
      "host": "a", "port": 80, "ratio": 0.5, "isOn": true, "list": ["x"], "part": ["y": 1],
    ])
    configuration.asShared {
      let shared = Configuration.sharedInstance
      #expect(shared["host"] as? String == "a")
      #expect(shared["port"] as? Int == 80)
      #expect(shared["ratio"] as? Double == 0.5)
      #expect(shared["isOn"] as? Bool == true)
      #expect(shared["list"] as? [String] == ["x"])
      #expect((shared["part"] as? [String: Any])?["y"] as? Int == 1)
      #expect(shared["part.y"] as? Int == 1)
      #expect(shared["host"] as? Int == nil && shared["none"] == nil)
    }
  }

  @Test func `a bundle without a configuration causes an error at every lookup`() {
    // The bundle of the tests has none.
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.shared.value("api.timeout", default: 3)
    }
    #expect(error == Configuration.shared.problem)
    #expect(Configuration.shared.overriding(["api.timeout": 1]).problem == error)
    guard case .missingFile = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `values are explained only in debug mode`() throws {
    let configuration = try Configuration(bundle: bundle("App"), environment: "staging")
    #expect(configuration.explain("api.timeout") == nil)
    Runtime.isDebug = true
    defer { Runtime.isDebug = false }
    let explanation = try #require(configuration.explain("api.timeout"))
    #expect(explanation.layers.map(\.name) == configuration.files)
    #expect(explanation.layers.map(\.value) == [30, 5])
    #expect(explanation.value == 5)
  }

  @Test func `the environment can be chosen at launch only in debug mode`() throws {
    setenv("TREMA_ENVIRONMENT", "staging", 1)
    defer { unsetenv("TREMA_ENVIRONMENT") }
    #expect(try Configuration(bundle: bundle("App")).environment == "production")
    Runtime.isDebug = true
    defer { Runtime.isDebug = false }
    #expect(try Configuration(bundle: bundle("App")).environment == "staging")
  }

  @Test func `observers receive a change, and a failed switch changes nothing`() async throws {
    var changes = Configuration.changes.makeAsyncIterator()
    #expect(throws: ConfigurationError.notDebug(environment: "staging")) {
      try Configuration.switchEnvironment(to: "staging", bundle: bundle("App"))
    }
    Runtime.isDebug = true
    defer { Runtime.isDebug = false }
    let before = Configuration.shared
    #expect(throws: ConfigurationError.self) {
      try Configuration.switchEnvironment(to: "staging", bundle: bundle("Broken"))
    }
    #expect(Configuration.shared.environment == before.environment)
    try Configuration.switchEnvironment(to: "staging", bundle: bundle("App"))
    defer { Configuration.publish(before) }
    #expect(await changes.next()?.environment == "staging")
    #expect(Configuration.shared["api.timeout"] == 5)
  }

  @Test func `readers never see a mix of two configurations`() async throws {
    let before = Configuration.shared
    defer { Configuration.publish(before) }
    let both = try [0, 1].map {
      try Configuration(["a": .init(integerLiteral: $0), "b": .init(integerLiteral: $0)])
    }
    Configuration.publish(both[0])
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<2000).count { _ in
            let seen = Configuration.shared
            return seen["a"] != seen["b"] || seen["a"] == nil
          }
        }
      }
      for round in 0..<200 { Configuration.publish(both[round % 2]) }
      for await torn in group { #expect(torn == 0) }
    }
  }
}
