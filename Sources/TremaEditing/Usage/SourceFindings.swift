import TremaDiagnostics

/// What one source file says about keys.
public struct SourceFindings: Sendable {
  /// A name that stands for no key.
  public struct Undefined: Sendable {
    public enum Kind: UInt8, Sendable {
      case key
      /// `Texts.Login.title`
      case swiftAccessor
      /// `Texts(resources).title`
      case kotlinAccessor
      /// `R.string.title`, `@string/title`
      case resource
      case arrayResource
    }

    public var kind: Kind
    /// What is looked up: the key, the last name of the accessor, the name of the resource.
    public var name: [UInt8]
    /// As the source says it, for people.
    public var spelling: [UInt8]
    public var position: SourcePosition
  }

  /// A key that is put together while the app runs.
  public struct Runtime: Sendable {
    /// What is constant, around what is not.
    public var constants: [[UInt8]]
    public var isResource: Bool
    public var position: SourcePosition
  }

  public internal(set) var used: Set<Int> = []
  public internal(set) var undefined: [Undefined] = []
  public internal(set) var runtime: [Runtime] = []
  /// Literals that are keys, where nothing shows that they are used as such.
  public internal(set) var mentions: [Int: SourcePosition] = [:]
  /// Resources that the file defines itself, by kind and name: `string/app_id`.
  public internal(set) var resources: Set<[UInt8]> = []
  /// Members that an extension adds to a type of accessors, and whatever else such a file declares.
  public internal(set) var declared: Set<[UInt8]> = []
  /// Names of types that stand for a path: `L` for `Texts.Login`.
  public internal(set) var aliases: [[UInt8]: [UInt8]] = [:]
  /// Names of variables and functions that give accessors in Kotlin and Java.
  public internal(set) var receivers: Set<[UInt8]> = []
  /// Keys that are used if the name before the member is one of ``receivers``, of any file.
  public internal(set) var members: [[UInt8]: Set<Int>] = [:]

  public init() {}

  // Places are offsets until the end, so that lines are counted once.
  var undefinedPlaces: [Int] = []
  var runtimePlaces: [Int] = []
  var mentionPlaces: [Int: Int] = [:]

  /// Turns offsets into lines and columns.
  mutating func place(in bytes: [UInt8]) {
    for key in used { mentionPlaces[key] = nil }
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
    guard !call.isOther else { return }
    for other in call.others {
      let isTable = other.label == Array("table".utf8) || other.label == Array("tableName".utf8)
      if isTable, !names.tables.contains(String(decoding: other.value, as: UTF8.self)) { return }
    }
    if call.kind == .resourceName {
      let types = call.others.filter(\.label.isEmpty).map(\.value)
      guard types.contains(where: { Self.resourceTypes.contains($0) }) else { return }
    }
    for alternative in call.alternatives {
      if alternative.constants.count > 1 {
        guard call.kind != .possibleKey else { continue }
        runtime.append(
          Runtime(
            constants: alternative.constants, isResource: call.kind == .resourceName,
            position: .start))
        runtimePlaces.append(alternative.start ?? call.start)
        continue
      }
      let name = alternative.constants[0]
      switch call.kind {
      case .key, .possibleKey:
        if let key = names.byKey[name[...]] {
          used.insert(key)
        } else if call.kind == .key {
          missing(.key, name, spelling: name, at: alternative.start ?? call.start)
        }
      case .resourceName:
        let found = names.androidTexts[name[...]] ?? names.androidArrays[name[...]]
        if let found {
          used.formUnion(found)
        } else {
          missing(.resource, name, spelling: name, at: alternative.start ?? call.start)
        }
      }
    }
  }

  mutating func missing(
    _ kind: Undefined.Kind, _ name: [UInt8], spelling: [UInt8], at offset: Int
  ) {
    undefined.append(
      Undefined(kind: kind, name: name, spelling: spelling, position: .start))
    undefinedPlaces.append(offset)
  }

  mutating func mention(_ literal: CodeLexer.Literal, _ names: UsageNames) {
    guard let text = literal.text, let key = names.byKey[text[...]],
      mentionPlaces[key] == nil
    else { return }
    mentionPlaces[key] = literal.start
  }

  /// `R.string.x`, `@string/x`, and the same of plurals and arrays.
  mutating func take(
    resource name: ArraySlice<UInt8>, ofType type: ArraySlice<UInt8>, _ names: UsageNames,
    spelling: ArraySlice<UInt8>, at offset: Int
  ) {
    let isArray = type.elementsEqual("array".utf8)
    if let found = isArray ? names.androidArrays[name] : names.androidTexts[name] {
      used.formUnion(found)
    } else {
      missing(
        isArray ? .arrayResource : .resource, Array(name), spelling: Array(spelling), at: offset)
    }
  }

  static let resourceTypes: [[UInt8]] = ["string", "plurals", "array"].map { Array($0.utf8) }
}
