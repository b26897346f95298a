import Foundation
import Testing
import TremaJSON

@testable import TremaProject

/// The agreement of the schema for editors with the decoder.
@Suite struct ProjectSchemaTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let schemaPath = root.appending(path: "resources/trema.schema.json").path

  private let schema: JSONObject

  init() throws {
    let bytes = try #require(FileManager.default.contents(atPath: Self.schemaPath))
    let value = try JSONValue.decode(Array(bytes), file: "trema.schema.json")
    schema = try #require(value.object)
  }

  private func names(of object: JSONObject?) -> [String]? {
    object?["properties"]?.object?.members.map(\.name)
  }

  private func definition(_ name: String) -> JSONObject? {
    schema["$defs"]?.object?[name]?.object
  }

  @Test func `the schema has the fields of the decoder and no others`() {
    #expect(names(of: schema) == ProjectFile.Field.allCases.map(\.rawValue))
    #expect(
      names(of: definition("catalogue")) == ProjectFile.Catalog.Field.allCases.map(\.rawValue))
    #expect(names(of: definition("ships")) == ProjectFile.Ships.Field.allCases.map(\.rawValue))
    #expect(
      names(of: schema["properties"]?.object?["app"]?.object)
        == ProjectFile.App.Field.allCases.map(\.rawValue))
    #expect(names(of: definition("output")) == ProjectFile.Output.Field.allCases.map(\.rawValue))
  }

  @Test func `the schema lists the formats`() {
    let format = definition("output")?["properties"]?.object?["format"]?.object
    #expect(format?["enum"]?.array?.compactMap(\.string) == OutputFormat.names)
  }

  @Test func `every output field applies to at least one format`() {
    let used = OutputFormat.all.reduce(into: ProjectFile.Output.Field.common) {
      $0.formUnion($1.fields)
    }
    #expect(used == Set(ProjectFile.Output.Field.allCases))
  }

  @Test func `every field is described for editors`() {
    for object in [schema, definition("catalogue"), definition("output")] {
      for member in object?["properties"]?.object?.members ?? [] {
        #expect(member.value.object?["description"]?.string != nil, "\(member.name)")
      }
    }
  }

  @Test func `the schema accepts and refuses the same files as the decoder`() throws {
    let documents = [ProjectFileTests.full, "{}"] + ProjectFileTests.mistakes.map(\.0)
    let values = try documents.map { try JSONValue.decode(Array($0.utf8), file: "trema.json") }
    let isAccepted = documents.map {
      ProjectFile.decode(Array($0.utf8), file: "trema.json").project != nil
    }
    #expect(Set(isAccepted) == [true, false])
    #expect(try schemaAccepts(values) == isAccepted)
  }

  @Test(arguments: ["Bistro", "Ferry"])
  func `the schema accepts the project file of an example, and refuses it with a mistake`(
    _ example: String
  ) throws {
    let file = Self.root.appending(path: "Examples/\(example)/trema.json").path
    let text = String(
      decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
    let mistake = text.replacing("\"languages\": [", with: "\"languages\": [1, ")
    try #require(text != mistake)
    let values = try [text, mistake].map { try JSONValue.decode(Array($0.utf8), file: file) }
    #expect(try schemaAccepts(values) == [true, false])
  }

  /// Validates with the reference implementation, which `make setup` installs.
  private func schemaAccepts(_ values: [JSONValue]) throws -> [Bool] {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      json.dump([validator.is_valid(document) for document in json.load(sys.stdin)], sys.stdout)
      """
    let python = Process()
    python.executableURL = Self.root.appending(path: ".venv/bin/python")
    python.arguments = ["-c", script, Self.schemaPath]
    let (input, output) = (Pipe(), Pipe())
    python.standardInput = input
    python.standardOutput = output
    try #require(
      FileManager.default.isExecutableFile(atPath: python.executableURL?.path ?? ""),
      "there is no .venv: run make setup")
    try python.run()
    input.fileHandleForWriting.write(Data(JSONWriter().bytes(of: JSONValue(.array(values)))))
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    return try JSONDecoder().decode([Bool].self, from: answer)
  }
}
