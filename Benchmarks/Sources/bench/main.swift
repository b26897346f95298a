import Foundation

// bench TREMA XMLLINT: converts a large catalogue and prints the CPU time beside that of xmllint,
// which only reads it. What was written is checked first: a tool that writes nothing is fast.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: bench TREMA XMLLINT")
  exit(2)
}
let (trema, xmllint) = (arguments[1], arguments[2])
let texts = 100_000
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "trema-bench-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let catalogue = folder.appendingPathComponent("Texts.trm")
try Data().write(to: catalogue)
let handle = try FileHandle(forWritingTo: catalogue)
var generator = CatalogueGenerator()
try generator.generate(texts: texts) { try handle.write(contentsOf: Data($0)) }
try handle.close()
let size = try FileManager.default.attributesOfItem(atPath: catalogue.path)[.size] as? Int ?? 0

let output = folder.appendingPathComponent("out")
let convert = [
  trema, "convert", catalogue.path, "--output", output.path, "--format", "strings,android",
]
func clean() throws {
  if FileManager.default.fileExists(atPath: output.path) {
    try FileManager.default.removeItem(at: output)
  }
}

let reading = try Measurement.cpu([xmllint, "--sax", "--noout", catalogue.path])
let converting = try Measurement.cpu(convert, before: clean)
try OutputCheck.verify(output, texts: texts)
let unchanged = try Measurement.cpu(convert)

func seconds(_ value: Double) -> String { String(format: "%.2f s", value) }
func ratio(_ value: Double) -> String { String(format: "%.2f", value / reading) }

print("\(texts) texts in 4 languages, \(size / 1_000_000) MB; CPU time, median of 5")
print("  xmllint --sax --noout           \(seconds(reading))   1.00")
print("  convert to strings and android  \(seconds(converting))   \(ratio(converting))")
print("  the same, nothing changed       \(seconds(unchanged))   \(ratio(unchanged))")
