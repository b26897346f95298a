import TremaJSON
import TremaSupport

/// The list of what a build made, `.trema-build.json`: it lets the next build remove what it makes
/// no longer, without ever removing a file that somebody changed.
struct BuildManifest {
  static let name = ".trema-build.json"

  struct Output {
    var format: OutputFormat
    /// SHA-256 in hexadecimal digits.
    var digest: String
  }

  /// By path below the output root.
  var outputs: [String: Output] = [:]

  /// Reads the list of the last build; an absent one is empty.
  static func read(in root: String) throws(Diagnostic) -> BuildManifest {
    let path = Build.path(name, below: root)
    guard access(path, F_OK) == 0 else { return BuildManifest() }
    let value = try JSONValue.decode(try InputFile(path: path).contents(limit: 1 << 28), file: path)
    guard let outputs = value.object?["outputs"]?.object else {
      throw Diagnostic(
        .error, "invalid-list", "this is not a list of what trema made", at: value.location,
        hint: "remove the file; what was made and is made no longer then stays", kind: .unreadable)
    }
    var manifest = BuildManifest()
    for member in outputs.members {
      guard let format = member.value.object?["format"]?.string.flatMap(OutputFormat.init),
        let digest = member.value.object?["sha256"]?.string
      else { continue }
      manifest.outputs[member.name] = Output(format: format, digest: digest)
    }
    return manifest
  }

  func encoded() -> [UInt8] {
    let members = outputs.sorted { $0.key < $1.key }.map { path, output in
      JSONObject.Member(
        path,
        JSONValue(
          .object(
            JSONObject([
              JSONObject.Member("format", JSONValue(.string(output.format.rawValue))),
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

  /// Removes the outputs of `old` that are not in this list any more.
  ///
  /// - Parameters:
  ///   - inputs: files that stay whatever the list says; it is a file like any other, and may have
  ///     been merged badly or on purpose.
  ///   - isDryRun: say what would be removed, and remove nothing.
  /// - Returns: the paths removed, and a warning for each file that was changed by hand and stays.
  func prune(
    _ old: BuildManifest, root: String, inputs: [String], isDryRun: Bool
  ) throws(Diagnostic) -> (removed: [String], diagnostics: [Diagnostic]) {
    var removed: [String] = []
    var diagnostics: [Diagnostic] = []
    // The same place can have been spelled otherwise.
    var places = OutputPlaces()
    let kept = Set(
      (outputs.keys.map { Build.path($0, below: root) } + inputs).map { places.identity(of: $0) })
    for (path, output) in old.outputs.sorted(by: { $0.key < $1.key }) where outputs[path] == nil {
      let whole = Build.path(path, below: root)
      guard access(whole, F_OK) == 0, !kept.contains(places.identity(of: whole)) else {
        continue
      }
      guard try Self.digest(of: whole) == output.digest else {
        diagnostics.append(
          Diagnostic(
            .warning, "changed-output",
            "'\(whole)' is made no longer, but was changed by hand; it stays",
            at: SourceLocation(file: whole), hint: "remove it if nobody needs it"))
        continue
      }
      removed.append(whole)
      if isDryRun { continue }
      guard unlink(whole) == 0 else {
        removed.removeLast()
        var diagnostic = SystemCalls.unwritable(whole, errno)
        diagnostic.message =
          "cannot remove '\(whole)', which is made no longer: \(SystemCalls.words(errno))"
        diagnostics.append(diagnostic)
        continue
      }
      // Fails, as it should, while other files are in the folder.
      rmdir(OutputFolders.parent(of: whole))
    }
    return (removed, diagnostics)
  }

  /// - Returns: nil for what is no file any more.
  private static func digest(of path: String) throws(Diagnostic) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var digest = SHA256()
    let next = try InputFile(path: path).source()
    while let bytes = try next() { digest.update(bytes) }
    return digest.finish()
  }
}
