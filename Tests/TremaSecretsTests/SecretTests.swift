import Foundation
import Testing
import TremaSecrets

@Suite struct SecretTests {
  private struct Account: Encodable {
    let name = "ada"
    let password = Secret("planted")
  }

  @Test func `a secret is never shown`() {
    let secret = Secret("planted")
    var dumped = ""
    dump(Account(), to: &dumped)
    let shown = [
      "\(secret)", String(describing: secret), String(reflecting: secret), "\(Account())",
      "\(Optional(secret) as Any)", "\([secret])", dumped,
    ]
    for text in shown {
      #expect(!text.contains("planted"))
      #expect(text.contains("<redacted>"))
    }
    #expect(secret.revealed == "planted")
  }

  @Test func `a secret can be decoded but not encoded`() throws {
    let secrets = try JSONDecoder().decode([Secret<String>].self, from: Data("[\"planted\"]".utf8))
    #expect(secrets == [Secret("planted")])
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(Account()) }
    guard case .invalidValue(let value, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(value)" == "<redacted>")
    #expect(context.codingPath.map(\.stringValue) == ["password"])
    #expect(
      context.debugDescription
        == "a secret cannot be encoded; encode its revealed value if that is intended")
  }
}
