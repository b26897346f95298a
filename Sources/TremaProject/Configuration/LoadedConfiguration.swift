import ConfigKit
import TremaConfigFormats
import TremaDiagnostics
import TremaJSON

/// The environments of a configuration, read.
public struct LoadedConfiguration: Sendable {
  public var matrix: ConfigMatrix
  /// What is wrong with the files, beside what the matrix knows.
  public var problems: [Diagnostic]

  /// The longest file that is read, in bytes.
  static let fileLimit = 64 << 20

  /// Reads all files, each once.
  ///
  /// - Throws: kind `.unreadable`, when there is no base. A file that cannot be read is among the
  ///   problems, and its environments are left out: what is missing in them is not known.
  public init(_ set: ConfigurationSet) throws(Diagnostic) {
    guard let base = set.files.base else { throw Self.noBase(set.files.searched) }
    var problems = set.problems
    var read: [String: ConfigValue] = [:]
    for layer in set.files.layers where read[layer.path] == nil {
      do throws(Diagnostic) {
        let (value, found) = try Self.read(layer, set.rule)
        read[layer.path] = value
        problems += found
      } catch {
        problems.append(error)
      }
    }
    var environments: [ConfigEnvironment] = []
    for member in set.lineage.members {
      do throws(Diagnostic) {
        let names = try set.lineage.ancestry(of: member.name)
        let isProduction = set.isProduction(member.name)
        var files = [base] + names.compactMap(set.files.layer(of:))
        if !isProduction {
          files += [set.files.layer(of: ConfigurationFiles.local)].compactMap { $0 }
        }
        let layers = files.compactMap { file in
          read[file.path].map { ConfigLayer(file.role, name: file.path, $0) }
        }
        guard layers.count == files.count else { continue }
        environments.append(
          ConfigEnvironment(member.name, isProduction: isProduction, layers: layers))
      } catch {
        problems.append(error)
      }
    }
    let (schema, faults) = Self.schema(of: set.files)
    problems += faults
    matrix = ConfigMatrix(environments, rule: set.rule, schema: schema)
    self.problems = problems
  }

  private static func read(
    _ layer: ConfigurationFiles.Layer, _ rule: ConfigMerge.Rule
  ) throws(Diagnostic) -> (ConfigValue, [Diagnostic]) {
    let bytes = try InputFile(path: layer.path).contents(limit: fileLimit)
    let reading = try layer.format.decode(bytes, file: layer.path)
    guard reading.value.kind == .dictionary else { throw wrongRoot(reading.value) }
    if rule == .girders { return (reading.value, reading.problems) }
    let (value, problems) = ConfigDirectives.read(
      reading.value, isOverlay: layer.environment != nil)
    return (value, reading.problems + problems)
  }

  /// - Returns: no schema when there is none, or it cannot be read: then its problems say why.
  private static func schema(
    of files: ConfigurationFiles
  ) -> (ConfigSchema?, [Diagnostic]) {
    guard let path = files.schema else { return (nil, []) }
    do throws(Diagnostic) {
      let bytes = try InputFile(path: path).contents(limit: fileLimit)
      return ConfigSchema.compile(try JSONValue.decode(bytes, file: path))
    } catch {
      return (nil, [error])
    }
  }

  private static func noBase(_ searched: String) -> Diagnostic {
    Diagnostic(
      .error, "missing-base", "there is no base configuration in '\(searched)'",
      hint: "it is called Configuration.plist or Configuration.json; name its folder, or "
        + "\"directory\" of \"configuration\" in trema.json", kind: .unreadable)
  }

  private static func wrongRoot(_ value: ConfigValue) -> Diagnostic {
    Diagnostic(
      .error, "wrong-root", "a configuration is a dictionary, not \(value.kind.title)",
      at: value.place.location, hint: "put keys around the values", kind: .unreadable)
  }
}

extension ConfigurationFiles.Layer {
  var role: ConfigLayer.Role {
    environment.map { isLocal ? .local : .environment($0) } ?? .base
  }
}
