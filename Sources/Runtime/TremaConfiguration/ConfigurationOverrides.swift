public import Foundation
import TremaConfigValues
import TremaSupport

/// Values that are set outside the files when an app starts, with environment variables or
/// arguments.
///
/// `CONFIG__API__TIMEOUT=30` and `--set api.timeout=30` set the key `api.timeout`. Only keys that
/// the schema marks with `x-overridable` can be set. Generated code lists these keys.
///
///     let overrides = try ConfigurationOverrides(allowing: AppConfiguration.overridableKeys)
///     let configuration = try Configuration(overrides: overrides)
public struct ConfigurationOverrides: Sendable {
  /// Overrides that set nothing and ignore all variables.
  public static let none = ConfigurationOverrides()

  /// The contract of the keys that may be set, or `nil` for ``none``.
  private let contract: ConfigContract?
  /// The unchecked variables and settings.
  private let overrides: ConfigOverrides

  /// Creates overrides that set nothing.
  private init() { (contract, overrides) = (nil, .none) }

  /// Creates overrides from variables and arguments.
  ///
  /// - Parameters:
  ///   - keys: The paths of the keys that may be set, and their kinds: `overridableKeys` in
  ///     generated code.
  ///   - environment: The environment variables, by name. Variables that do not start with
  ///     `CONFIG__` are ignored.
  ///   - arguments: The process's arguments, starting with its path. `--set KEY=VALUE` and
  ///     `--set=KEY=VALUE` are used up to `--`.
  /// - Throws: ``ConfigurationError/invalidOverride(_:)`` for a `--set` without a key and a value.
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
        guard let next = rest.popFirst() else {
          throw .invalidOverride("'--set' requires a value, such as --set api.timeout=30")
        }
        text = next
      } else if argument.utf8.starts(with: "--set=".utf8) {
        text = String(decoding: argument.utf8.dropFirst(6), as: UTF8.self)
      } else {
        continue
      }
      do throws(Diagnostic) { try overrides.set(text) } catch {
        // The argument isn't quoted: if the key is missing, it may be a secret.
        throw .invalidOverride("the argument of '--set' has no '=' between a key and its value")
      }
    }
    self.overrides = overrides
    contract = OverridableKeys(keys).contract
  }

  /// Returns the layers to merge over the file layers.
  ///
  /// - Parameter layers: The file layers, whose keys are matched with the names of variables.
  /// - Throws: ``ConfigurationError/invalidOverride(_:)`` for a name that matches no key, a key
  ///   that must not be set, or a string that cannot be converted to the kind of its key.
  func layers(over layers: [ConfigLayer]) throws(ConfigurationError) -> [ConfigLayer] {
    guard let contract else { return [] }
    let result: (layers: [ConfigLayer], problems: [Diagnostic])
    do throws(Diagnostic) {
      result = try overrides.layers(over: layers.map(\.value), contract: contract)
    } catch {
      throw .invalidOverride(error.message)
    }
    // A trial merge finds keys that must not be set. Kind conflicts between files are reported by
    // the configuration itself.
    var merge = ConfigMerge(contract: contract)
    _ = merge(layers + result.layers)
    let ours = (result.problems + merge.problems).filter { $0.code != "kind-conflict" }
    if ours.isEmpty { return result.layers }
    throw .invalidOverride(
      ours.map { problem in problem.message + (problem.hint.map { "; \($0)" } ?? "") }
        .joined(separator: "\n"))
  }

  /// The contract that grants the permissions for the merge; `nil` without overrides.
  var rules: ConfigContract? { contract }
}

/// Builds the contract of overrides from the list in generated code.
private struct OverridableKeys {
  /// A key in the tree and its rules.
  private final class Node {
    /// The rules for the value of the key.
    var contract = ConfigContract.Node()
    /// The nodes of the keys inside the value.
    var children: [String: Node] = [:]
    /// The node of the elements, if the value is an array.
    var items: Node?
  }

  /// The node of the whole configuration.
  private let root = Node()

  /// Builds the tree of the listed keys. A malformed path is ignored.
  init(_ keys: [String: String]) {
    for (path, words) in keys {
      guard let names = ConfigKeyPath(path)?.keys else { continue }
      var node = root
      for name in names {
        let next = node.children[name] ?? Node()
        node.children[name] = next
        node = next
      }
      node.contract.marks.isOverridable = true
      Self.describe(node, words.split(separator: " ")[...])
    }
  }

  /// Adds the rules described by the words for a key.
  ///
  /// - Parameter words: The description, such as `integer`, `array string` or `secret string`.
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
    // An integer is also a valid real number.
    case "real": node.contract.kinds = [.real, .integer]
    default: node.contract.kinds = ConfigKind(rawValue: String(word)).map { [$0] }
    }
  }

  /// The tree as a contract with nodes in depth-first order.
  var contract: ConfigContract {
    var table: [ConfigContract.Node] = []
    /// Adds a node and its descendants to the table, and returns its index.
    func add(_ node: Node) -> Int {
      let index = table.count
      table.append(node.contract)
      for (key, child) in node.children.sorted(by: { $0.key < $1.key }) {
        let child = add(child)
        table[index].properties.append((key, child))
      }
      if let items = node.items {
        let child = add(items)
        table[index].items = child
      }
      return index
    }
    _ = add(root)
    return ConfigContract(table)
  }
}
