import ConfigKit
import Foundation
import Testing
import TremaConfiguration

@Suite struct ConfigurationReloaderTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(["timeout": 30, "name": "a"])
  }

  private func reloader() throws -> ConfigurationReloader {
    try ConfigurationReloader(file: folder.file) { configuration throws(ConfigurationError) in
      let timeout: Int = try configuration.value("timeout", default: 0)
      guard timeout <= 120 else {
        throw .invalidValue(
          "timeout", value: "\(timeout)", rule: "at most 120", origin: "Configuration.plist")
      }
    }
  }

  @Test func `a new file takes effect as a whole`() throws {
    let reloader = try reloader()
    #expect(try !reloader.reload())
    try folder.write(["timeout": 5, "name": "b"])
    #expect(reloader.current["timeout"] == 30)
    #expect(try reloader.reload())
    #expect(reloader.current["timeout"] == 5 && reloader.current["name"] == "b")
    #expect(reloader.problem == nil)
  }

  @Test func `a malformed file is reported, and the last valid configuration is kept`() async throws
  {
    let reloader = try reloader()
    var problems = reloader.problems.makeAsyncIterator()
    try Data("<plist><dict>".utf8).write(to: folder.file)
    #expect(throws: ConfigurationError.self) { try reloader.reload() }
    #expect(
      await problems.next()?.description.hasPrefix("invalid configuration in Configuration.plist")
        == true)
    try folder.write(["timeout": 500, "name": "b"])
    let rule = #expect(throws: ConfigurationError.self) { try reloader.reload() }
    #expect(
      rule?.description == "'timeout' is '500'; it must be at most 120 (Configuration.plist)")
    #expect(await problems.next() == rule && reloader.problem == rule)
    try FileManager.default.removeItem(at: folder.file)
    #expect(throws: ConfigurationError.self) { try reloader.reload() }
    #expect(reloader.current["timeout"] == 30 && reloader.current["name"] == "a")
    try folder.write(["timeout": 6])
    #expect(try reloader.reload())
    #expect(reloader.problem == nil && reloader.current["timeout"] == 6)
  }

  @Test func `an observer of a key receives only changes of that key`() async throws {
    let reloader = try reloader()
    var timeouts = reloader.values(of: "timeout", as: Int.self).makeAsyncIterator()
    #expect(await timeouts.next() == .some(30))
    try folder.write(["timeout": 30, "name": "b"])
    #expect(try reloader.reload())
    try folder.write(["timeout": 7, "name": "b"])
    #expect(try reloader.reload())
    #expect(await timeouts.next() == .some(7))
    var problems = reloader.problems.makeAsyncIterator()
    var names = reloader.values(of: "name", as: String.self).makeAsyncIterator()
    #expect(await names.next() == .some("b"))
    // A value of another kind is reported, and the last value stays.
    try folder.write(["timeout": 7, "name": 1])
    #expect(try reloader.reload())
    #expect(
      await problems.next()?.description.hasPrefix("'name' must be a string, not an integer")
        == true)
    try folder.write(["timeout": 7])
    #expect(try reloader.reload())
    #expect(await names.next() == .some(nil))
  }

  @Test func `a watched file is read again when it changes`() async throws {
    let reloader = try reloader()
    var timeouts = reloader.values(of: "timeout", as: Int.self).makeAsyncIterator()
    #expect(await timeouts.next() == .some(30))
    let watching = Task { await reloader.watch(every: .milliseconds(10)) }
    defer { watching.cancel() }
    try folder.write(["timeout": 8])
    #expect(await timeouts.next() == .some(8))
  }

  @Test func `overrides apply after every reload`() throws {
    let overrides = try ConfigurationOverrides(
      allowing: ["timeout": "integer"], environment: ["CONFIG__TIMEOUT": "1"], arguments: [])
    let reloader = try ConfigurationReloader(file: folder.file, overrides: overrides)
    try folder.write(["timeout": 9, "name": "b"])
    #expect(try reloader.reload())
    #expect(reloader.current["timeout"] == 1 && reloader.current["name"] == "b")
  }
}
