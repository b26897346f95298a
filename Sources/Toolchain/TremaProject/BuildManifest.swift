import TremaJSON
import TremaSupport

/// The list of the files that a build wrote, `.trema-build.json`.
///
/// The next build uses the list to remove files that are no longer written. Files that were changed
/// by hand are never removed.
struct BuildManifest {
  /// The name of the file in the root folder.
  static let name = ".trema-build.json"

  /// An output.
  struct Output {
    /// The format of the output.
    var format: OutputFormat
    /// The SHA-256 digest of the contents in hexadecimal.
    var digest: String
  }

  /// The outputs, by path relative to the root folder.
  var outputs: [String: Output] = [:]

  /// Reads the list of the last build. A missing file is treated as an empty list.
  ///
  /// - Throws: A diagnostic if the file cannot be read, or is not a list.
  static func read(in root: String) throws(Diagnostic) -> BuildManifest {
    let path = Build.path(name, below: root)
    guard access(path, F_OK) == 0 else { return BuildManifest() }
    let value = try JSONValue.decode(try InputFile(path: path).contents(limit: 1 << 28), file: path)
    guard let outputs = value.object?["outputs"]?.object else {
      throw Diagnostic(
        .error, "invalid-list", "this is not a list of build outputs", at: value.location,
        hint: "delete the file; outputs that are no longer declared are then not removed",
        kind: .unreadable)
    }
    var manifest = BuildManifest()
    for member in outputs.members {
      guard let format = member.value.object?["format"]?.string.flatMap(OutputFormat.init(name:)),
        let digest = member.value.object?["sha256"]?.string
      else { continue }
      manifest.outputs[member.name] = Output(format: format, digest: digest)
    }
    return manifest
  }

  /// Returns the list as JSON, sorted by path.
  func encoded() -> [UInt8] {
    let members = outputs.sorted { $0.key < $1.key }.map { path, output in
      JSONObject.Member(
        path,
        JSONValue(
          .object(
            JSONObject([
              JSONObject.Member("format", JSONValue(.string(output.format.name))),
              JSONObject.Member("sha256", JSONValue(.string(output.digest))),
            ]))))
    }
    let value = JSONValue(
      .object(
        JSONObject([
          JSONObject.Member("version", JSONValue(.number(JSONNumber(1)))),
          JSONObject.Member("outputs", JSONValue(.object(JSONObject(members)))),
        ])))
    return JSONWriter().bytes(of: value)
  }
}
