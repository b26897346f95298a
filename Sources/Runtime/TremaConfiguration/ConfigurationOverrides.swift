public import Foundation
import TremaConfigValues
import TremaSupport

/// Values that are set from outside of the files, when an app starts: by variables of its process and
/// by its arguments.
///
/// `CONFIG__API__TIMEOUT=30` and `--set api.timeout=30` set the key `api.timeout`. Only keys that the
/// schema marks with `x-overridable` may be set: generated code lists them.
///
///     let overrides = try ConfigurationOverrides(allowing: AppConfiguration.overridableKeys)
///     let configuration = try Configuration(overrides: overrides)
public struct ConfigurationOverrides: Sendable {
  /// Sets nothing, and looks at no variable.
  public static let none = ConfigurationOverrides()

  private let contract: ConfigContract?
  private let overrides: ConfigOverrides

  private init() { (contract, overrides) = (nil, .none) }

  /// - Parameters:
  ///   - keys: the paths of the keys that may be set, with the kinds of their values:
  ///     `overridableKeys` of generated code.
  ///   - environment: variables by name; those count that begin with `CONFIG__`.
  ///   - arguments: those of the process, the first of which is its path; `--set KEY=VALUE` and
  ///     `--set=KEY=VALUE` count, up to `--`.
  /// - Throws: ``ConfigurationError/invalidOverride(_:)`` for a `--set` that sets nothing.
  public init(
    allowing keys: [String: String],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    arguments: [String] = CommandLine.arguments
  ) throws(ConfigurationError) {
    var overrides = ConfigOverrides(variables: environment)
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst(), argument != "--" {
      let text: String
      if argument == "--set" {
        guard let next = rest.popFirst() else { throw .invalidOverride("--set sets nothing") }
        text = next
      } else if argument.utf8.starts(with: "--set=".utf8) {
        text = String(decoding: argument.utf8.dropFirst(6), as: UTF8.self)
      } else {
        continue
      }
      do throws(Diagnostic) { try overrides.set(text) } catch {
        // What was typed may be a secret without its key.
        throw .invalidOverride("a --set has no '=' between a key and its value")
      }
    }
    self.overrides = overrides
    contract = OverridableKeys(keys).contract
  }

  /// The layers over those of files.
  ///
  /// - Throws: ``ConfigurationError/invalidOverride(_:)`` for a name that no key has, and a text that is
  ///   not of the kind of its key.
  func layers(over layers: [ConfigLayer]) throws(ConfigurationError) -> [ConfigLayer] {
    guard let contract else { return [] }
    let found: (layers: [ConfigLayer], problems: [Diagnostic])
    do throws(Diagnostic) {
      found = try overrides.layers(over: layers.map(\.value), contract: contract)
    } catch {
      throw .invalidOverride(error.message)
    }
    var merge = ConfigMerge(contract: contract)
    _ = merge(layers + found.layers)
    let ours = (found.problems + merge.problems).filter { $0.code != "kind-conflict" }
    if ours.isEmpty { return found.layers }
    throw .invalidOverride(
      ours.map { problem in problem.message + (problem.hint.map { "; \($0)" } ?? "") }
        .joined(separator: "\n"))
  }

  /// The contract that the rules of layers use.
  var rules: ConfigContract? { contract }
}

/// Makes the rules of overrides from the list in generated code.
private struct OverridableKeys {
  private final class Node {
    var contract = ConfigContract.Node()
    var inside: [String: Node] = [:]
    var items: Node?
  }

  private let root = Node()

  init(_ keys: [String: String]) {
    for (path, words) in keys {
      guard let names = ConfigKeyPath(path)?.keys else { continue }
      var node = root
      for name in names {
        let next = node.inside[name] ?? Node()
        node.inside[name] = next
        node = next
      }
      node.contract.marks.isOverridable = true
      Self.describe(node, words.split(separator: " ")[...])
    }
  }

  /// - Parameter words: `integer`, `array string`, `secret string`.
  private static func describe(_ node: Node, _ words: ArraySlice<Substring>) {
    guard let word = words.first else { return }
    switch word {
    case "secret":
      node.contract.marks.isSecret = true
      describe(node, words.dropFirst())
    case "array":
      node.contract.kinds = [.array]
      let items = Node()
      node.items = items
      describe(items, words.dropFirst())
    case "date", "data":
      node.contract.meaning = ConfigContract.Meaning(rawValue: String(word))
      node.contract.kinds = word == "date" ? [.date] : [.data]
    case "real": node.contract.kinds = [.real, .integer]
    default: node.contract.kinds = ConfigKind(rawValue: String(word)).map { [$0] }
    }
  }

  var contract: ConfigContract {
    var table: [ConfigContract.Node] = []
    func add(_ node: Node) -> Int {
      let place = table.count
      table.append(node.contract)
      for (key, child) in node.inside.sorted(by: { $0.key < $1.key }) {
        let child = add(child)
        table[place].properties.append((key, child))
      }
      if let items = node.items {
        let child = add(items)
        table[place].items = child
      }
      return place
    }
    _ = add(root)
    return ConfigContract(table)
  }
}
