import Foundation
import TremaStorage
import TremaStorageTestSupport

// The store of the Secret Service, in a process with a session bus of its own, or without one.
//
// `SecretServiceJudge [--limit MILLISECONDS] [--quiet] [--library NAME] VERB…`, where a verb is
// `get`, `set` and `remove` with a service and a name, `list` and `clear` with a service, or
// `conformance`; `default` opens the store of the platform. `-` reads verbs from standard input, a
// line each, words separated by spaces, and answers each with a line. Data are hexadecimal, names
// percent-encoded.

func hexadecimal(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }

func data(_ hexadecimal: String) -> Data {
  var rest = Substring(hexadecimal)
  var data = Data()
  while let byte = UInt8(rest.prefix(2), radix: 16) {
    data.append(byte)
    rest = rest.dropFirst(2)
  }
  return data
}

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

#if os(Linux)
  func key(_ words: [String]) -> SecretKey {
    SecretKey(words[2].removingPercentEncoding ?? words[2], service: words[1])
  }

  func answer(_ words: [String], _ store: SecretServiceStore) async throws -> String {
    switch words.first {
    case "get":
      return try store.read(key(words)).map(hexadecimal) ?? "absent"
    case "set":
      try store.write(
        data(words[3]), for: key(words), access: .standard)
      return "set"
    case "remove":
      return "\(try store.delete(key(words)))"
    case "list":
      return try store.list(words[1]).map(\.name).joined(separator: ",")
    case "clear":
      try store.deleteAll(in: words[1])
      return "cleared"
    case "conformance":
      for (number, behaviour) in StoreBehaviour.all.enumerated() {
        do {
          try await behaviour.check(store, service: "com.example.\(number)")
          say("as it must: \(behaviour)")
        } catch {
          say("broken: \(behaviour): \(error)")
        }
      }
      return "all"
    default: return "no such verb"
    }
  }

  var words = Array(CommandLine.arguments.dropFirst())
  var limit = 20_000
  var mayAsk = true
  var library = "libsecret-1.so.0"
  while let word = words.first, word.hasPrefix("--") {
    words.removeFirst()
    switch word {
    case "--limit": limit = Int(words.removeFirst()) ?? limit
    case "--quiet": mayAsk = false
    default: library = words.removeFirst()
    }
  }
  do {
    if words == ["default"] {
      say("\(try SecureStores.platformDefault())")
      exit(0)
    }
    let store = try SecretServiceStore(
      library: library, timeLimit: .milliseconds(limit), allowsPrompts: mayAsk)
    if words == ["-"] {
      while let line = readLine() {
        do {
          say(try await answer(line.split(separator: " ").map(String.init), store))
        } catch {
          say("\(error)")
        }
      }
    } else {
      say(try await answer(words, store))
    }
  } catch {
    say("\(error)")
  }
#else
  say("There is no Secret Service here.")
#endif
