import Foundation
import TextsBaseline
import TremaLocalization

// texts TREMA [NAME...]: measures text lookups and prints `NAME NANOSECONDS` lines: CPU time per
// call, the median over rounds in which all ways alternate. The results are verified first. NAMEs
// limit the measurement to some ways, for profiling.

guard CommandLine.arguments.count > 1 else {
  print("usage: texts TREMA [NAME...]")
  exit(2)
}
do {
  try BenchBundle.write()
  defer { try? FileManager.default.removeItem(at: BenchBundle.folder) }
  Translator.shared = Translator(languages: ["de"], bundle: BenchBundle.bundle)

  // An order that differs from the order of the files.
  let texts = BenchBundle.texts
  let order = (0..<texts.count).map { $0 * 7_919 % texts.count }
  let keys = order.map { texts[$0].key }
  let dictionary = TextDictionary(texts)
  let bytes = keys.map { UnsafePointer(strdup($0)) }
  let ownKeys = texts.map { UnsafePointer(strdup($0.key)) }
  let ownTexts = texts.map { UnsafePointer(strdup($0.text)) }
  let table = texts_baseline_make(ownKeys, ownTexts, Int32(texts.count))

  for (key, text) in texts {
    precondition(
      dictionary.text(key) == text && translate(key) == text, "unexpected text for \(key)")
    let found = String(cString: texts_baseline_text(BenchBundle.domain, key))
    precondition(found == text, "gettext returned \(found) for \(key)")
  }
  precondition(
    Texts.benchGreeting(name: "Zoë", days: 12)
      == "Hallo Zoë, noch 12 Tage bis zum Ende der Testphase")
  precondition(Texts.benchDaysLeft(days: 1) == "Noch 1 Tag bis zum Ende der Testphase")
  precondition(Texts.benchDaysLeft(days: 23) == "Noch 23 Tage bis zum Ende der Testphase")

  var rounds = Rounds()
  let calls = 10 * keys.count
  func sum(_ text: (String) -> Int) -> Int {
    var sum = 0
    for _ in 0..<10 { for key in keys { sum += text(key) } }
    return sum
  }
  rounds.add("dictionary", calls: calls) { sum { dictionary.text($0).utf8.count } }
  rounds.add("translate", calls: calls) { sum { translate($0).utf8.count } }
  rounds.add("gettext", calls: calls) {
    (0..<10).reduce(0) { sum, _ in
      sum + Int(texts_baseline_gettext(BenchBundle.domain, bytes, Int32(bytes.count)))
    }
  }
  rounds.add("table", calls: calls) {
    (0..<10).reduce(0) { sum, _ in
      sum + Int(texts_baseline_find(table, bytes, Int32(bytes.count)))
    }
  }

  let trema = CommandLine.arguments[1]
  let compiled = try BenchBundle.compiled(10_000, by: trema)
  let large = try BenchBundle.compiled(100_000, by: trema)
  for (key, text) in texts {
    precondition(translate(key, bundle: compiled) == text, "unexpected compiled text for \(key)")
  }
  rounds.add("compiled", calls: calls) { sum { translate($0, bundle: compiled).utf8.count } }
  let names = ["Zoë", "Alexander", "Maximiliane von Hohenlohe"]
  func sum(_ text: (String, Int) -> String) -> Int {
    var sum = 0
    for number in 0..<100_000 { sum += text(names[number % 3], number % 1_000).utf8.count }
    return sum
  }
  rounds.add("interpolation", calls: 100_000) {
    sum { "Hallo \($0), noch \($1) Tage bis zum Ende der Testphase" }
  }
  rounds.add("accessor", calls: 100_000) { sum { Texts.benchGreeting(name: $0, days: $1) } }
  rounds.add("interpolation.number", calls: 100_000) {
    sum { "Noch \($1) Tage bis zum Ende der Testphase" }
  }
  rounds.add("plural", calls: 100_000) { sum { Texts.benchDaysLeft(days: $1) } }
  rounds.print()
  // The first lookup after a reload. Measured separately, because a reload affects the other ways.
  var loads = Rounds()
  for (name, bundle) in [("load.10000", compiled), ("load.100000", large)] {
    loads.add(name, calls: 50) {
      var sum = 0
      for index in 0..<50 {
        Translator.reload()
        sum += translate(keys[index], bundle: bundle).utf8.count
      }
      return sum
    }
  }
  loads.print()
  if CommandLine.arguments.count == 2 {
    var threads = Threads()
    threads.add("texts", keys: keys, turns: 1)
    // Like a server that renders the same page for all users.
    threads.add("few", keys: Array(keys.prefix(16)), turns: keys.count / 16)
    threads.addArithmetic("arithmetic", calls: keys.count)
    threads.print()
  }
} catch {
  print("texts: \(error)")
  exit(1)
}
