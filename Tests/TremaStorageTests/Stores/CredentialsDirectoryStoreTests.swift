import Foundation
import Testing
import TremaTestSupport

@testable import TremaStorage

@Suite struct CredentialsDirectoryStoreTests {
  private let folder: TemporaryFolder
  private let token = SecretKey("refresh-token", service: "com.example.shop")

  init() throws { folder = try TemporaryFolder() }

  private func message<Value>(_ body: () throws(SecretError) -> Value) -> String {
    do throws(SecretError) {
      return "\(try body())"
    } catch {
      return "\(error)"
    }
  }

  @Test func `secrets in the folder are returned, and nil if missing`() async throws {
    try folder.write([0, 255], to: "com.example.shop_refresh-token")
    try folder.write([], to: "com.example.shop_a_b")
    try folder.write([1], to: "com.example.shop.other_x")
    try folder.write([1], to: "stray")
    let store = try CredentialsDirectoryStore(folder: folder.path)
    #expect(try store.read(token) == Data([0, 255]))
    #expect(try await store.data(for: token) == Data([0, 255]))
    #expect(try store.read(SecretKey("a_b", service: token.service)) == Data())
    #expect(try store.read(SecretKey("none", service: token.service)) == nil)
    #expect(try store.list(token.service).map(\.name) == ["a_b", "refresh-token"])
    #expect(try store.list("none") == [])
    #expect("\(store)" == "credentials directory \(folder.path)")
  }

  @Test func `the folder is taken from the environment`() throws {
    try folder.write([7], to: "com.example.shop_refresh-token")
    let store = try CredentialsDirectoryStore(folder: nil, variable: folder.path)
    #expect(try store.read(token) == Data([7]))
  }

  @Test func `symbolic links are followed, as Kubernetes creates them`() throws {
    try folder.write([7], to: "..data/token")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/com.example.shop_refresh-token",
      withDestinationPath: "..data/token")
    #expect(try CredentialsDirectoryStore(folder: folder.path).read(token) == Data([7]))
  }

  @Test func `the store is read-only`() throws {
    try folder.write([7], to: "com.example.shop_refresh-token")
    let store = try CredentialsDirectoryStore(folder: folder.path)
    let text = "the credentials directory is read-only"
    #expect(
      message { () throws(SecretError) in
        try store.write(Data(), for: token, access: .standard)
      } == text)
    #expect(message { () throws(SecretError) in try store.delete(token) } == text)
    #expect(message { () throws(SecretError) in try store.deleteAll(in: token.service) } == text)
    #expect(try store.delete(SecretKey("none", service: "s")) == false)
    try store.deleteAll(in: "none")
    #expect(try store.read(token) == Data([7]))
  }

  @Test func `a missing folder is an error`() throws {
    let cannot = "no secret store can be used: credentials directory: "
    func opening(_ folder: String?, _ variable: String?) -> String {
      message { () throws(SecretError) in
        try CredentialsDirectoryStore(folder: folder, variable: variable)
      }
    }
    let unset =
      cannot + "CREDENTIALS_DIRECTORY is not set; start the process as a service with"
      + " LoadCredential=, or specify the folder"
    #expect(opening(nil, nil) == unset)
    #expect(opening(nil, "") == unset)
    #expect(opening(nil, "here") == cannot + "here is not an absolute path")
    #expect(opening("/none/here", nil) == cannot + "/none/here is not a folder")
    try folder.write([], to: "file")
    #expect(opening("\(folder.path)/file", nil) == cannot + "\(folder.path)/file is not a folder")
  }

  @Test func `a deleted folder is not treated as empty`() throws {
    let inner = folder.path + "/inner"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let store = try CredentialsDirectoryStore(folder: inner)
    #expect(try store.read(token) == nil)
    try FileManager.default.removeItem(atPath: inner)
    let text =
      "no secret store can be used: credentials directory: \(inner) is not a folder"
    #expect(message { () throws(SecretError) in try store.read(token) } == text)
    #expect(message { () throws(SecretError) in try store.list(token.service) } == text)
  }

  @Test func `files that users other than their owner can change are rejected`() throws {
    let store = try CredentialsDirectoryStore(folder: folder.path)
    let path = folder.path + "/com.example.shop_refresh-token"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let notFile = "\(path): not a file (error 22)"
    #expect(message { () throws(SecretError) in try store.read(token) } == notFile)
    try FileManager.default.removeItem(atPath: path)
    // A pipe without a writer would make a reader wait.
    #expect(mkfifo(path, 0o600) == 0)
    #expect(message { () throws(SecretError) in try store.read(token) } == notFile)
    try FileManager.default.removeItem(atPath: path)
    try folder.write([1], to: "com.example.shop_refresh-token")
    chmod(path, 0o646)
    #expect(
      message { () throws(SecretError) in try store.read(token) }
        == "\(path): users other than its owner have access (mode 646); run chmod go= \(path)")
  }

  @Test func `an invalid file name is rejected`() throws {
    let store = try CredentialsDirectoryStore(folder: folder.path)
    func reading(_ name: String, _ service: String) -> String {
      message { () throws(SecretError) in try store.read(SecretKey(name, service: service)) }
    }
    #expect(
      reading("../x", "shop") == "the key 'shop/../x': a file name must not contain '/' or NUL")
    #expect(
      reading("a\0b", "shop") == "the key 'shop/a\\u{0}b': a file name must not contain '/' or NUL"
    )
    let long = String(repeating: "n", count: 251)
    #expect(reading(String(long.dropLast()), "shop") == "nil")
    #expect(
      reading(long, "shop")
        == "the key 'shop/\(long)': a file name must not be longer than 255 bytes")
    #expect(
      reading("a", "my_shop")
        == "the key 'my_shop/a': a service must not contain '_', which ends it in a file name")
  }
}
