import TremaSecrets
import TremaStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Writes to a vault, in a process that may be killed, and may run out of disk space or lack
// permission. Its key is the bytes 1 to 32.
//
// `VaultJudge PATH NAME` increments the secret NAME for ever, and prints each number after it is
// stored. Every third time the key of the body is changed as well. `VaultJudge PATH NAME COUNT`
// adds COUNT secrets, `NAME-0` and on. `VaultJudge PATH NAME COUNT LENGTH` does so with secrets of
// that length, until one is refused, and prints the number of stored ones and the error.
// `VaultJudge PATH --change` changes the key of the vault to 32 zeros and back for ever, and prints
// a line when it begins.

let words = CommandLine.arguments
let store = VaultStore(
  path: words[1], key: .key(Secret([UInt8](1...32))), lockTimeout: .seconds(120))

func say(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(1, bytes, bytes.count)
}

let name = words[2]
if name == "--change" {
  say("ready")
  for _ in 0..<20_000 {
    try store.changeKey(to: .key(Secret([UInt8](repeating: 0, count: 32))))
    try store.changeKey(to: .key(Secret([UInt8](1...32))))
  }
} else if words.count > 3 {
  let length = words.count > 4 ? Int(words[4]) ?? 0 : 1
  var count = 0
  do throws(SecretError) {
    for number in 0..<(Int(words[3]) ?? 0) {
      try store.write(
        Data(repeating: UInt8(number % 256), count: length),
        for: SecretKey("\(name)-\(number)", service: "judge"), access: .standard)
      count += 1
    }
    say("\(count)")
  } catch {
    say("\(count) \(error)")
  }
  // Stored secrets exist after any interruption.
  let keys = try store.list("judge")
  say("\(keys.filter { $0.name.hasPrefix("\(name)-") }.count)")
} else {
  let key = SecretKey(name, service: "judge")
  // The loop ends by itself if the process is not killed.
  for round in 0..<20_000 {
    let last = try store.read(key).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 } ?? 0
    try store.write(Data("\(last + 1)".utf8), for: key, access: .standard)
    say("\(last + 1)")
    if round % 3 == 2 { try store.rotateDataKey() }
  }
}
