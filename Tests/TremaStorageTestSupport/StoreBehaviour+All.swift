import Foundation
import TremaStorage

extension StoreBehaviour {
  package static let all = [
    absent, replaced, removed, listed, apart, equivalentServices, cleared, empty, large, binary,
    odd, equivalent,
    unnamed, biometric, available, values, together, blocking, several,
  ]

  static let absent = StoreBehaviour("what is not there is nil") { trial in
    try trial.expect(try trial.store.read(trial.key("none")), nil)
    try trial.expect(try await trial.store.data(for: trial.key("none")), nil)
    try trial.expect(try trial.store.list(trial.service), [])
    try trial.store.deleteAll(in: trial.service)
  }

  static let replaced = StoreBehaviour("a secret takes the place of an older one") { trial in
    for text in ["one", "two", "two"] {
      try trial.store.write(Data(text.utf8), for: trial.key("a"), access: .standard)
      try trial.expect(try trial.store.read(trial.key("a")), Data(text.utf8))
    }
    try trial.expect(try trial.store.list(trial.service), [trial.key("a")])
  }

  static let several = StoreBehaviour("several are written, new ones and replaced ones") { trial in
    try await trial.store.set("old", for: trial.key("b"))
    try await trial.store.setAll([
      trial.key("a"): Data("1".utf8), trial.key("b"): Data("2".utf8), trial.key("c"): Data(),
    ])
    try trial.store.writeAll([:], access: .standard)
    let found = try ["a", "b", "c"].map { try trial.store.read(trial.key($0)) }
    try trial.expect(found, [Data("1".utf8), Data("2".utf8), Data()])
    try trial.expect(try trial.store.list(trial.service), ["a", "b", "c"].map(trial.key))
  }

  static let removed = StoreBehaviour("removing twice tells that there was one, once") { trial in
    try await trial.store.set("x", for: trial.key("a"))
    try trial.expect(try trial.store.delete(trial.key("a")), true)
    try trial.expect(try trial.store.delete(trial.key("a")), false)
    try trial.expect(try trial.store.read(trial.key("a")), nil)
  }

  static let listed = StoreBehaviour("keys are listed by the bytes of their names") { trial in
    let names = ["b", "é", "a", "Z", "a b", "ab", "10", "2"]
    for name in names { try await trial.store.set("x", for: trial.key(name)) }
    try trial.expect(
      try await trial.store.keys(in: trial.service).map(\.name),
      ["10", "2", "Z", "a", "a b", "ab", "b", "é"])
  }

  static let apart = StoreBehaviour("services are apart") { trial in
    let other = SecretKey("a", service: trial.service + ".other")
    try await trial.store.set("here", for: trial.key("a"))
    try await trial.store.set("there", for: other)
    try trial.expect(try await trial.store.string(for: trial.key("a")), "here")
    try trial.expect(try await trial.store.string(for: other), "there")
    try trial.expect(try trial.store.list(trial.service), [trial.key("a")])
    try await trial.store.removeAll(in: trial.service)
    try trial.expect(try trial.store.list(trial.service), [])
    try trial.expect(try await trial.store.string(for: other), "there")
    try await trial.store.removeAll(in: other.service)
  }

  static let equivalentServices = StoreBehaviour("services are apart byte for byte") { trial in
    let keys = ["\u{E9}", "e\u{301}"].map { SecretKey("a", service: trial.service + $0) }
    for key in keys { try await trial.store.set("\(key.service.utf8.count)", for: key) }
    for key in keys {
      let listed = try trial.store.list(key.service)
      try trial.expect(listed.count, 1)
      try trial.expect(listed.first?.service.utf8.elementsEqual(key.service.utf8), true)
    }
    try trial.store.deleteAll(in: keys[0].service)
    try trial.expect(
      try await trial.store.string(for: keys[1]), "\(keys[1].service.utf8.count)")
    try trial.store.deleteAll(in: keys[1].service)
    try trial.expect(try trial.store.list(keys[1].service), [])
  }

  static let cleared = StoreBehaviour("all of a service are removed at once, and twice") { trial in
    for name in ["a", "b", "c"] { try await trial.store.set("x", for: trial.key(name)) }
    for _ in 0..<2 {
      try trial.store.deleteAll(in: trial.service)
      try trial.expect(try trial.store.list(trial.service), [])
      try trial.expect(try trial.store.read(trial.key("b")), nil)
    }
  }

  static let empty = StoreBehaviour("an empty secret is there") { trial in
    try trial.store.write(Data(), for: trial.key("a"), access: .standard)
    try trial.expect(try trial.store.read(trial.key("a")), Data())
    try trial.expect(try trial.store.list(trial.service), [trial.key("a")])
    try trial.expect(try trial.store.delete(trial.key("a")), true)
  }

  static let large = StoreBehaviour("a mebibyte comes back as it was") { trial in
    let data = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    try trial.store.write(data, for: trial.key("a"), access: .standard)
    // Not compared by `expect`, which would print them.
    try trial.expect(try trial.store.read(trial.key("a")) == data, true)
  }

  static let binary = StoreBehaviour("every byte comes back as it was") { trial in
    let data = Data((0...255).map { UInt8($0) })
    try trial.store.write(data, for: trial.key("a"), access: .standard)
    try trial.expect(try trial.store.read(trial.key("a")), data)
  }

  static let odd = StoreBehaviour("an odd name is kept, or refused before anything is") { trial in
    let names = [
      "a/b", "../../etc/passwd", ".", "a\\b", "👩‍👩‍👧", "\u{202E}right", " ", "a\nb", "a\u{0}b",
      "%2F", "'\"", "*", String(repeating: "n", count: 1000),
    ]
    var kept: [SecretKey] = []
    for name in names {
      let key = trial.key(name)
      do throws(SecretError) {
        try trial.store.write(Data(name.utf8), for: key, access: .standard)
        kept.append(key)
      } catch .invalidKey(let found, _) {
        try trial.expect(found, key)
        // An error and not nil: a name that can never exist is a mistake of the caller.
        do throws(SecretError) {
          _ = try trial.store.read(key)
          throw .notText(key)
        } catch .invalidKey {}
      }
    }
    for key in kept {
      try trial.expect(try await trial.store.string(for: key), key.name)
    }
    try trial.expect(try trial.store.list(trial.service), kept.sorted())
  }

  static let equivalent = StoreBehaviour("names are the same byte for byte alone") { trial in
    let names = ["\u{E9}", "e\u{301}"]
    for name in names { try await trial.store.set("\(name.utf8.count)", for: trial.key(name)) }
    for name in names {
      try trial.expect(
        try await trial.store.string(for: trial.key(name)), "\(name.utf8.count)")
    }
    try trial.expect(try trial.store.list(trial.service).count, 2)
    try trial.expect(try trial.store.delete(trial.key(names[0])), true)
    try trial.expect(try await trial.store.string(for: trial.key(names[1])), "3")
  }

  static let unnamed = StoreBehaviour("an empty name is a name like others, or refused") { trial in
    do throws(SecretError) {
      try trial.store.write(Data([1]), for: trial.key(""), access: .standard)
    } catch .invalidKey { return }
    try await trial.store.set("x", for: trial.key("a"))
    try trial.expect(try trial.store.read(trial.key("")), Data([1]))
    try trial.expect(try trial.store.list(trial.service), [trial.key(""), trial.key("a")])
  }

  static let biometric = StoreBehaviour("biometrics are kept, or refused and nothing kept") {
    trial in
    do throws(SecretError) {
      try trial.store.write(Data([1]), for: trial.key("a"), access: .biometrics)
    } catch .unsupported(let what) {
      try trial.expect(what, "biometrics")
      try trial.expect(try trial.store.read(trial.key("a")), nil)
    }
  }

  static let available = StoreBehaviour("availability is kept, or refused and nothing kept") {
    trial in
    let refused: Set<SecretAccess.Availability> =
      trial.store is any BiometricSecureStore
      ? [] : [.whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly]
    for availability in SecretAccess.Availability.allCases {
      let key = trial.key(availability.rawValue)
      do throws(SecretError) {
        try trial.store.write(Data([1]), for: key, access: SecretAccess(availability))
      } catch .unsupported(let what) {
        try trial.expect(what, "the availability \(availability.rawValue)")
      }
      try trial.expect(
        try trial.store.read(key), refused.contains(availability) ? nil : Data([1]))
    }
  }

  static let values = StoreBehaviour("texts and values come back") { trial in
    try await trial.store.set("grün", for: trial.key("text"))
    try trial.expect(try await trial.store.string(for: trial.key("text")), "grün")
    try await trial.store.set(value: ["ada": 3], for: trial.key("value"))
    try trial.expect(
      try await trial.store.value([String: Int].self, for: trial.key("value")), ["ada": 3])
  }

  static let together = StoreBehaviour("many tasks at once lose nothing") { trial in
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await trial.store.set("\(number)", for: trial.key("\(number)"))
          try trial.expect(try await trial.store.string(for: trial.key("\(number)")), "\(number)")
        }
      }
      try await group.waitForAll()
    }
    try trial.expect(try await trial.store.keys(in: trial.service).count, 20)
  }

  static let blocking = StoreBehaviour("blocking calls in all threads of tasks end") { trial in
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let key = trial.key("\(number)")
          try trial.store.write(Data([UInt8(number)]), for: key, access: .standard)
          try trial.expect(try trial.store.read(key), Data([UInt8(number)]))
        }
      }
      try await group.waitForAll()
    }
  }
}
