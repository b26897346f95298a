import Foundation

/// Measures the sizes of stripped release executables that link a product and print a word.
func measureSizes() throws -> [Row] {
  let strip = try Tools.installed("strip")
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  func size(_ name: String) throws -> Double {
    let program = Tools.beside(name)
    let (status, output) = try run(program, [])
    guard status == 0, output == "hello\n" else {
      throw Measurement.Failure(description: "\(name) printed '\(output)'")
    }
    let stripped = folder.appending(path: name)
    guard try run(strip, ["-o", stripped.path, program]).status == 0,
      let bytes = try FileManager.default.attributesOfItem(atPath: stripped.path)[.size] as? Int
    else { throw Measurement.Failure(description: "\(name) cannot be stripped") }
    return Double(bytes) / 1024
  }
  var table = Table("sizes")
  table.note("stripped release executables, without dynamic libraries")
  table.row("Foundation alone", "KiB", try size("hello"))
  table.row("TremaLocalization", "KiB", try size("hellotexts"), atMost: 1280)
  table.row("TremaRuntime", "KiB", try size("helloruntime"))
  return table.rows
}

private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}
