import TremaSupport

/// The uses of keys in one source file.
package struct SourceFindings: Sendable {
  /// A name that means no key.
  package struct Undefined: Sendable {
    package enum Kind: UInt8, Sendable {
      case key
      /// `Texts.Login.title`
      case swiftAccessor
      /// `Texts(resources).title`
      case kotlinAccessor
      /// `R.string.title`, `@string/title`
      case resource
      case arrayResource
    }

    package var kind: Kind
    /// The name that is looked up: the key, the last name of the accessor, the name of the resource.
    package var name: [UInt8]
    /// The spelling of the source, for people.
    package var spelling: [UInt8]
    /// The package of the class that holds a resource; empty for the module's own.
    package var package: [UInt8] = []
    package var position: SourcePosition
  }

  /// A key that is put together while the app runs.
  package struct Runtime: Sendable {
    /// The constant parts around the others.
    package var constants: [[UInt8]]
    package var isResource: Bool
    package var position: SourcePosition
  }

  package internal(set) var used: Set<Int> = []
  package internal(set) var undefined: [Undefined] = []
  package internal(set) var runtime: [Runtime] = []
  /// Literals that are keys, where nothing shows that they are used as such.
  package internal(set) var mentions: [Int: SourcePosition] = [:]
  /// Resources that the file defines itself, by kind and name: `string/app_id`.
  package internal(set) var resources: Set<[UInt8]> = []
  /// Members that an extension adds to a type of accessors, and other declarations of such a file.
  package internal(set) var declared: Set<[UInt8]> = []
  /// Names of types that mean a path: `L` for `Texts.Login`.
  package internal(set) var aliases: [[UInt8]: [UInt8]] = [:]
  /// Names of variables and functions that give accessors in Kotlin and Java.
  package internal(set) var receivers: Set<[UInt8]> = []
  /// Packages of classes of resources that a key of the catalogue was found in.
  package internal(set) var resourcePackages: Set<[UInt8]> = []
  /// How many literals that are keys are arguments of a function that is not known to take keys, by an
  /// example that ``KeyFunction`` reads.
  package internal(set) var callers: [[UInt8]: Int] = [:]
  /// How many members of a type that is not known to hold accessors have the name of a key.
  package internal(set) var accessorTypes: [[UInt8]: Int] = [:]
  /// Keys that are used if the name before the member is one of ``receivers``, of any file.
  package internal(set) var members: [[UInt8]: Set<Int>] = [:]

  /// Why the file could not be read to its end.
  package internal(set) var problem: Diagnostic?

  package init() {}

  // Places are offsets until the end, so that lines are counted once.
  var undefinedPlaces: [Int] = []
  var runtimePlaces: [Int] = []
  var mentionPlaces: [Int: Int] = [:]
  var mentionCallers: [Int: [UInt8]] = [:]

  /// Turns offsets into lines and columns.
  mutating func place(in bytes: [UInt8]) {
    for key in used {
      mentionPlaces[key] = nil
      mentionCallers[key] = nil
    }
    for caller in mentionCallers.values { callers[caller, default: 0] += 1 }
    mentionCallers = [:]
    let offsets = (undefinedPlaces + runtimePlaces + mentionPlaces.values).sorted()
    if offsets.isEmpty { return }
    var positions: [Int: SourcePosition] = [:]
    var position = SourcePosition.start
    var last = 0
    for offset in offsets {
      position = position.advanced(over: bytes[last..<offset])
      last = offset
      positions[offset] = position
    }
    for index in undefined.indices {
      undefined[index].position = positions[undefinedPlaces[index]] ?? .start
    }
    for index in runtime.indices {
      runtime[index].position = positions[runtimePlaces[index]] ?? .start
    }
    mentions = mentionPlaces.compactMapValues { positions[$0] }
    (undefinedPlaces, runtimePlaces, mentionPlaces) = ([], [], [:])
  }
}

extension SourceFindings {
  /// Notes what a call that is over said about keys.
  mutating func take(_ call: KeyCall, _ names: UsageNames) {
    guard let kind = call.kind else { return }
    for other in call.others {
      let isTable = other.label == Array("table".utf8) || other.label == Array("tableName".utf8)
      if isTable, !names.tables.contains(String(decoding: other.value, as: UTF8.self)) { return }
    }
    if kind == .resourceName {
      let types = call.others.filter(\.label.isEmpty).map(\.value)
      guard types.contains(where: { Self.resourceTypes.contains($0) }) else { return }
    }
    for alternative in call.alternatives {
      if let member = alternative.member, let keys = names.folded[FoldedName.fold(member[...])] {
        used.formUnion(keys)
      } else {
        take(alternative.constants, as: kind, names, at: alternative.start ?? call.start)
      }
    }
  }

  /// Notes a key.
  ///
  /// - Parameter constants: what is constant in it, around what is not.
  mutating func take(
    _ constants: [[UInt8]], as kind: KeyCall.Kind, _ names: UsageNames, at offset: Int
  ) {
    let name = constants[0]
    guard constants.count == 1 else {
      // A literal of a String Catalog has placeholders where it has interpolations.
      if kind != .resourceName, let keys = names.shapes[KeyShape.shape(ofLiteral: constants)] {
        used.formUnion(keys)
      } else if kind != .possibleKey {
        runtime.append(
          Runtime(constants: constants, isResource: kind == .resourceName, position: .start))
        runtimePlaces.append(offset)
      }
      return
    }
    switch kind {
    case .key, .possibleKey:
      if let key = names.byKey[name[...]] {
        used.insert(key)
      } else if kind == .key {
        missing(.key, name, spelling: name, at: offset)
      }
    case .resourceName:
      let found = names.androidTexts[name[...]] ?? names.androidArrays[name[...]]
      if let found {
        used.formUnion(found)
      } else {
        missing(.resource, name, spelling: name, at: offset)
      }
    }
  }

  mutating func missing(
    _ kind: Undefined.Kind, _ name: [UInt8], spelling: [UInt8], package: [UInt8] = [],
    at offset: Int
  ) {
    undefined.append(
      Undefined(
        kind: kind, name: name, spelling: spelling, package: package, position: .start))
    undefinedPlaces.append(offset)
  }

  /// Notes a literal that is a key.
  ///
  /// - Parameter caller: how ``KeyFunction`` would declare the call that it is an argument of.
  mutating func mention(
    _ literal: CodeLexer.Literal, _ names: UsageNames, by caller: @autoclosure () -> [UInt8]?
  ) {
    guard let text = literal.text, let key = names.byKey[text[...]],
      mentionPlaces[key] == nil
    else { return }
    mentionPlaces[key] = literal.start
    mentionCallers[key] = caller()
  }

  /// `R.string.x`, `@string/x`, and the same of plurals and arrays.
  mutating func take(
    resource name: ArraySlice<UInt8>, ofType type: ArraySlice<UInt8>, _ names: UsageNames,
    spelling: ArraySlice<UInt8>, package: [UInt8] = [], at offset: Int
  ) {
    let isArray = type.elementsEqual("array".utf8)
    if let found = isArray ? names.androidArrays[name] : names.androidTexts[name] {
      used.formUnion(found)
      resourcePackages.insert(package)
    } else {
      missing(
        isArray ? .arrayResource : .resource, Array(name), spelling: Array(spelling),
        package: package, at: offset)
    }
  }

  static let resourceTypes: [[UInt8]] = ["string", "plurals", "array"].map { Array($0.utf8) }
}
