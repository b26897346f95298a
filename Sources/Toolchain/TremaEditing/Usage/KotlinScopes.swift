/// The declarations of variables and functions in a Kotlin or Java file, by scope.
///
/// A scope is a block, or the parameters of a function or class with its body. Scopes nest.
struct KotlinScopes {
  /// A part of the file.
  private struct Scope {
    /// The offset of the first byte.
    var start: Int
    /// The offset after the last byte, or `nil` while the scope is open.
    var end: Int?
    /// Whether other files may use the declarations.
    var isVisible: Bool
  }

  /// A declaration of a name.
  private struct Declaration {
    /// The index of its scope.
    var scope: Int
    /// The accessor class, or `nil` for other and unknown types.
    var type: String?
  }

  /// The scopes in the order of their starts.
  private var scopes = [Scope(start: 0, end: nil, isVisible: true)]
  /// The open scopes, innermost last. The file is always open.
  private var open = [0]
  /// The declarations of each name, in the order of the file.
  private var declarations: [[UInt8]: [Declaration]] = [:]

  /// The number of open scopes.
  var depth: Int { open.count }

  /// Begins a scope.
  mutating func begin(at offset: Int, isVisible: Bool) {
    open.append(scopes.count)
    scopes.append(Scope(start: offset, end: nil, isVisible: isVisible))
  }

  /// Ends scopes until only the given number is open.
  mutating func end(at offset: Int, downTo depth: Int) {
    while open.count > max(1, depth), let last = open.popLast() { scopes[last].end = offset }
  }

  /// A reference to a declaration.
  struct Reference {
    fileprivate var name: [UInt8]
    fileprivate var index: Int
  }

  /// Declares a name of unknown type.
  ///
  /// - Parameters:
  ///   - name: The name; that of a function ends with `()`.
  ///   - level: The number of innermost scopes to skip.
  mutating func declare(_ name: [UInt8], skipping level: Int = 0) -> Reference {
    let scope = open[max(0, open.count - 1 - level)]
    let index = declarations[name]?.count ?? 0
    declarations[name, default: []].append(Declaration(scope: scope, type: nil))
    return Reference(name: name, index: index)
  }

  /// Sets the type of a declaration to an accessor class.
  mutating func setType(of reference: Reference, to type: String) {
    declarations[reference.name]?[reference.index].type = type
  }

  /// The types of the names that other files may use. An empty type is not an accessor class.
  var visibleTypes: [[UInt8]: Set<String>] {
    declarations.compactMapValues { declarations in
      let types = declarations.filter { scopes[$0.scope].isVisible }.map { $0.type ?? "" }
      return types.isEmpty ? nil : Set(types)
    }
  }

  /// The declaration of a name at an offset.
  enum Resolution: Equatable {
    /// The file does not declare the name there.
    case none
    /// The declared accessor class, or `nil` for another type, an unknown one, or several types.
    case declared(String?)
  }

  /// Returns the declarations of a name at offsets.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - offsets: The offsets in ascending order.
  /// - Returns: The declaration in the innermost scope around each offset.
  func resolve(_ name: [UInt8], at offsets: [Int]) -> [Resolution] {
    let found = (declarations[name] ?? []).sorted { $0.scope < $1.scope }
    var rest = found[...]
    // The scopes around the current offset that declare the name, innermost last.
    var around: [(end: Int, type: String?)] = []
    var last: Int?
    return offsets.map { offset in
      while let next = rest.first, scopes[next.scope].start <= offset {
        rest.removeFirst()
        if next.scope == last {
          // Two variables in one scope are branches that are not distinguished.
          if let index = around.indices.last, around[index].type != next.type {
            around[index].type = nil
          }
          continue
        }
        last = next.scope
        while let outer = around.last, outer.end <= scopes[next.scope].start {
          around.removeLast()
        }
        around.append((scopes[next.scope].end ?? .max, next.type))
      }
      while let outer = around.last, outer.end <= offset { around.removeLast() }
      return around.last.map { .declared($0.type) } ?? .none
    }
  }
}
