import TremaSupport

/// The uses of keys in one source file.
package struct SourceFindings: Sendable {
  /// A name in the source that refers to no key.
  package struct UndefinedName: Sendable {
    /// The kind of the name.
    package enum Kind: UInt8, Sendable {
      /// A key that is looked up.
      case key
      /// An accessor in Swift: `Texts.Login.title`.
      case swiftAccessor
      /// An accessor in Kotlin or Java: `Texts(resources).title`.
      case kotlinAccessor
      /// An Android resource: `R.string.title` or `@string/title`.
      case resource
      /// An Android array: `R.array.title` or `@array/title`.
      case arrayResource
    }

    /// The kind of the name.
    package var kind: Kind
    /// The name that is looked up: the key, the accessor's last component, or the resource's name.
    package var name: [UInt8]
    /// The name as written in the source, for messages.
    package var spelling: [UInt8]
    /// The package of the class that contains the resource, or empty for the module's own package.
    package var package: [UInt8] = []
    /// The name space in which the name is looked up.
    package var space: NameSpace
    /// The index of the text that has the name but is missing in the name space, or `nil` if there
    /// is none.
    package var missingKey: Int?
    /// The variable or function in another file that the accessor belongs to, or `nil` if the type
    /// is known.
    package var receiver: [UInt8]?
    /// Whether arguments or a closure follow the accessor in Kotlin.
    package var isCall = false
    /// The position of the name in the file.
    package var position: SourcePosition = .start
  }

  /// A key that is composed at run time.
  package struct RuntimeKey: Sendable {
    /// The constant parts, between which there are parts of unknown value.
    package var constants: [[UInt8]]
    /// Whether it is the name of an Android resource.
    package var isResource: Bool
    /// The position of the key in the file.
    package var position: SourcePosition
  }

  /// The indices of the keys that are used.
  package internal(set) var used: Set<Int> = []
  /// The names that refer to no key.
  package internal(set) var undefinedNames: [UndefinedName] = []
  /// The keys that are composed at run time.
  package internal(set) var runtimeKeys: [RuntimeKey] = []
  /// The positions of literals that equal a key but are not known to be used as a key, by key
  /// index.
  package internal(set) var mentions: [Int: SourcePosition] = [:]
  /// The resources that the file defines itself, by kind and name: `text/app_id`, `array/days`.
  package internal(set) var resources: Set<[UInt8]> = []
  /// The members that extensions add to an accessor type, and the other declarations in files with
  /// such extensions.
  package internal(set) var declared: Set<[UInt8]> = []
  /// The aliases of types and the paths that they refer to: `L` for `Texts.Login`.
  package internal(set) var aliases: [[UInt8]: [UInt8]] = [:]
  /// The names of variables and functions that return accessors in Kotlin and Java.
  package internal(set) var receivers: Set<[UInt8]> = []
  /// The packages of the resource classes in which a catalog key was found.
  package internal(set) var resourcePackages: Set<[UInt8]> = []
  /// The number of literals that equal a key and are passed to an unknown function. The function is
  /// represented as a declaration that ``KeyFunction`` parses.
  package internal(set) var callers: [[UInt8]: Int] = [:]
  /// The number of members named like a key, by their unknown type.
  package internal(set) var accessorTypes: [[UInt8]: Int] = [:]
  /// The keys that are used if the name before the member is one of ``receivers`` in any file.
  package internal(set) var members: [[UInt8]: Set<Int>] = [:]

  /// The accessor classes of the variables and functions that other Kotlin and Java files may use,
  /// by name. An empty name represents other and unknown types.
  package internal(set) var visibleTypes: [[UInt8]: Set<String>] = [:]
  /// The members that Kotlin extensions add to an accessor class.
  package internal(set) var extensions: Set<[UInt8]> = []

  /// The error that prevented the file from being read to its end, or `nil` if there is none.
  package internal(set) var problem: Diagnostic?

  /// The name space of the keys that the file looks up.
  private let keySpace: NameSpace

  /// Creates empty findings.
  ///
  /// - Parameter keySpace: The name space of the keys that the file looks up.
  package init(keysIn keySpace: NameSpace = .swiftKeys) { self.keySpace = keySpace }

  /// The offsets of ``undefinedNames``, in the same order.
  ///
  /// Offsets are collected first and converted to positions at the end so that lines are counted
  /// only once.
  var undefinedOffsets: [Int] = []
  /// The offsets of ``runtimeKeys``, in the same order.
  var runtimeOffsets: [Int] = []
  /// The offsets of ``mentions``, by key index.
  var mentionOffsets: [Int: Int] = [:]
  /// The declaration of the function that receives each mention, by key index.
  var mentionCallers: [Int: [UInt8]] = [:]

  /// Converts offsets to positions and counts the callers, after the whole file has been scanned.
  ///
  /// - Parameter bytes: The bytes of the file.
  mutating func resolvePositions(in bytes: [UInt8]) {
    // A key that is used elsewhere in the file needs no mention.
    for key in used {
      mentionOffsets[key] = nil
      mentionCallers[key] = nil
    }
    for caller in mentionCallers.values { callers[caller, default: 0] += 1 }
    mentionCallers = [:]
    let offsets = (undefinedOffsets + runtimeOffsets + mentionOffsets.values).sorted()
    if offsets.isEmpty { return }
    var positions: [Int: SourcePosition] = [:]
    var position = SourcePosition.start
    var last = 0
    for offset in offsets {
      position = position.advanced(over: bytes[last..<offset])
      last = offset
      positions[offset] = position
    }
    for index in undefinedNames.indices {
      undefinedNames[index].position = positions[undefinedOffsets[index]] ?? .start
    }
    for index in runtimeKeys.indices {
      runtimeKeys[index].position = positions[runtimeOffsets[index]] ?? .start
    }
    mentions = mentionOffsets.compactMapValues { positions[$0] }
    (undefinedOffsets, runtimeOffsets, mentionOffsets) = ([], [], [:])
  }
}

extension SourceFindings {
  /// Records the keys of a complete call.
  ///
  /// - Parameters:
  ///   - call: The complete call.
  ///   - names: The names of keys in source code.
  mutating func recordCall(_ call: KeyCall, _ names: UsageNames) {
    guard let kind = call.kind else { return }
    var space = keySpace
    for other in call.otherArguments {
      // A call that names another table does not look up the texts of the catalog.
      let isTable = other.label == Array("table".utf8) || other.label == Array("tableName".utf8)
      guard isTable else { continue }
      let table = String(decoding: other.value, as: UTF8.self)
      guard names.tables.contains(table) else { return }
      if names.sources[.swiftTable(table)] != nil { space = .swiftTable(table) }
    }
    if kind == .resourceName {
      let types = call.otherArguments.filter(\.label.isEmpty).map(\.value)
      guard types.contains(where: { Self.resourceTypes.contains($0) }) else { return }
    }
    for alternative in call.alternatives {
      if let member = alternative.member, let keys = names.folded[FoldedName.fold(member[...])] {
        used.formUnion(keys)
      } else {
        recordUse(
          alternative.constants, as: kind, names, in: space, at: alternative.start ?? call.start)
      }
    }
  }

  /// Records the use of a key.
  ///
  /// - Parameters:
  ///   - constants: The constant parts, between which there are parts of unknown value.
  ///   - kind: The meaning of the argument.
  ///   - names: The names of keys in source code.
  ///   - space: The name space of the key, or `nil` for the one of all keys.
  ///   - offset: The offset of the key in the file.
  mutating func recordUse(
    _ constants: [[UInt8]], as kind: KeyCall.Kind, _ names: UsageNames,
    in space: NameSpace? = nil, at offset: Int
  ) {
    let name = constants[0]
    guard constants.count == 1 else {
      // A String Catalog key has placeholders instead of the literal's interpolations.
      if kind != .resourceName, let keys = names.shapes[KeyShape.shape(ofLiteral: constants)] {
        used.formUnion(keys)
      } else if kind != .possibleKey {
        runtimeKeys.append(
          RuntimeKey(constants: constants, isResource: kind == .resourceName, position: .start))
        runtimeOffsets.append(offset)
      }
      return
    }
    let space = space ?? keySpace
    switch kind {
    case .key:
      record(
        names.match(key: name[...], in: space),
        or: UndefinedName(kind: .key, name: name, spelling: name, space: space), at: offset)
    case .possibleKey:
      // Any other literal is displayed unchanged.
      if case .keys(let keys) = names.match(key: name[...], in: space) { used.formUnion(keys) }
    case .resourceName:
      record(
        names.match(
          names.androidTexts[name[...]] ?? names.androidArrays[name[...]], in: .androidResources),
        or: UndefinedName(kind: .resource, name: name, spelling: name, space: .androidResources),
        at: offset)
    }
  }

  /// Records the texts that a name refers to.
  ///
  /// - Parameters:
  ///   - match: The texts.
  ///   - undefined: The description of the name, which is recorded if it refers to no text.
  ///   - offset: The offset of the name in the file.
  mutating func record(
    _ match: UsageNames.Match, or undefined: @autoclosure () -> UndefinedName, at offset: Int
  ) {
    switch match {
    case .keys(let keys): used.formUnion(keys)
    case .missing(let key):
      var undefined = undefined()
      undefined.missingKey = key
      recordUndefined(undefined, at: offset)
    case .none: recordUndefined(undefined(), at: offset)
    }
  }

  /// Records a name that refers to no text.
  mutating func recordUndefined(_ name: UndefinedName, at offset: Int) {
    undefinedNames.append(name)
    undefinedOffsets.append(offset)
  }

  /// Records a literal that equals a key, at its first occurrence.
  ///
  /// - Parameters:
  ///   - literal: The literal that equals a key.
  ///   - names: The names of keys in source code.
  ///   - caller: Returns the ``KeyFunction`` declaration of the call that has the literal as an
  ///     argument.
  mutating func recordMention(
    _ literal: CodeLexer.Literal, _ names: UsageNames, by caller: @autoclosure () -> [UInt8]?
  ) {
    guard let text = literal.text, let key = names.byKey[text[...]],
      mentionOffsets[key] == nil
    else { return }
    mentionOffsets[key] = literal.start
    mentionCallers[key] = caller()
  }

  /// Records a reference to a resource, such as `R.string.x` or `@string/x`.
  ///
  /// - Parameters:
  ///   - name: The name of the resource.
  ///   - type: The type of the resource.
  ///   - names: The names of keys in source code.
  ///   - spelling: The reference as written in the source.
  ///   - package: The package of the class that contains the resource, or empty for the module's
  ///     own package.
  ///   - resourceClass: The kind of that class.
  ///   - offset: The offset of the reference in the file.
  mutating func recordUse(
    ofResource name: ArraySlice<UInt8>, type: ArraySlice<UInt8>, _ names: UsageNames,
    spelling: ArraySlice<UInt8>, package: [UInt8] = [], in resourceClass: ResourceClass = .android,
    at offset: Int
  ) {
    let isArray = type.elementsEqual("array".utf8)
    let candidates = isArray ? names.androidArrays[name] : names.androidTexts[name]
    let match =
      switch resourceClass {
      case .android: names.match(candidates, in: .androidResources)
      case .compose: names.match(candidates, in: .composeResources)
      case .shared: names.match(candidates, in: .composeResources, .androidResources)
      }
    if case .keys = match { resourcePackages.insert(package) }
    record(
      match,
      or: UndefinedName(
        kind: isArray ? .arrayResource : .resource, name: Array(name), spelling: Array(spelling),
        package: package,
        space: resourceClass == .android ? .androidResources : .composeResources),
      at: offset)
  }

  /// The kinds of classes that contain resources.
  enum ResourceClass: Sendable {
    /// Android's `R`.
    case android
    /// Compose Multiplatform's `Res`.
    case compose
    /// The class of another tool, such as `MR` of moko-resources.
    case shared
  }

  /// The resource types that texts are written as.
  static let resourceTypes: [[UInt8]] = ["string", "plurals", "array"].map { Array($0.utf8) }
}
