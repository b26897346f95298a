import TremaCatalog
import TremaSupport

/// A group of names in source code that the same outputs define.
package enum NameSpace: Hashable, Sendable {
  /// The keys that Swift code looks up.
  case swiftKeys
  /// The keys that Swift code looks up in the table with this name.
  case swiftTable(String)
  /// The keys that Kotlin and Java code looks up.
  case kotlinKeys
  /// The members of a Swift accessor type.
  case swiftMembers(UsageNames.SwiftType)
  /// The members of the Kotlin accessor class with this name.
  case kotlinMembers(String)
  /// The resources of Android.
  case androidResources
  /// The resources of Compose Multiplatform.
  case composeResources
}

extension UsageNames {
  /// The outputs that define the names of a ``NameSpace``.
  package struct Source: Sendable {
    /// The platform that the code is for, or `nil` for code that all platforms share.
    package var platform: AppPlatform?
    /// The name of the outputs' format, or `nil` if there are several formats or no outputs.
    package var format: String?
    /// The location of the first output in the project file.
    package var location: SourceLocation?

    /// The package of the accessor class in Kotlin, or `nil` if it is unknown.
    package var package: String?

    package init(platform: AppPlatform?) { self.platform = platform }
  }

  /// The names that source code can use for a text.
  package struct Placement: Sendable {
    /// The name spaces that do not contain the text.
    package var missing: Set<NameSpace> = []
    /// Whether a finding is reported if the text is not used.
    package var isReported = true

    package init() {}
  }

  /// The properties of a text that are relevant for its use.
  package struct Key: Sendable {
    /// The key.
    package let key: String
    /// The location of the key in the catalogue.
    package let location: SourceLocation
    /// Whether the text need not be used because of `@ignore unused-key`.
    package let isSuppressed: Bool
    /// The platforms that the text is for; empty for all platforms.
    package let platforms: Set<AppPlatform>
    /// Whether a name of the text may be a function with parameters.
    let takesArguments: Bool
    /// The key of the text that this text is a variant of, or `nil` for another text. A variant has
    /// no names in code.
    package internal(set) var base: String?
    /// The name spaces that do not contain the text, and whether it is reported if it is not used.
    package internal(set) var placement: Placement

    /// Whether a finding is reported if the text is not used.
    var isReported: Bool { base == nil && placement.isReported && !isSuppressed }

    /// Returns whether code cannot use the text by a name in a name space.
    func isMissing(in space: NameSpace) -> Bool {
      base != nil || placement.missing.contains(space)
    }
  }
}

extension UsageNames {
  /// The texts that a name in source code refers to.
  enum Match {
    /// The texts with the name.
    case keys([Int])
    /// A text with the name, which the name space does not contain.
    case missing(Int)
    /// No text has the name.
    case none
  }

  /// Returns the texts in a name space.
  ///
  /// - Parameters:
  ///   - candidates: The texts with a name, in any name space.
  ///   - spaces: The name spaces, one of which must contain the text.
  func match(_ candidates: [Int]?, in spaces: NameSpace...) -> Match {
    guard let candidates, let first = candidates.first else { return .none }
    if candidates.allSatisfy({ keys[$0].base == nil && keys[$0].placement.missing.isEmpty }) {
      return .keys(candidates)
    }
    let found = candidates.filter { key in
      spaces.contains { !keys[key].isMissing(in: $0) }
    }
    return found.isEmpty ? .missing(first) : .keys(found)
  }

  /// Returns the text with a key.
  func match(key: ArraySlice<UInt8>, in space: NameSpace) -> Match {
    match(byKey[key].map { [$0] }, in: space)
  }

  /// Returns the texts that have a member in any Kotlin accessor class.
  func keys(ofKotlinMember name: ArraySlice<UInt8>) -> [Int]? {
    guard let candidates = kotlinMembers[name] else { return nil }
    if !hasMissingKotlinMembers { return candidates }
    let found = candidates.filter { key in
      kotlinTypes.contains { !keys[key].isMissing(in: .kotlinMembers($0)) }
    }
    return found.isEmpty ? nil : found
  }

  /// Returns the text whose member a Kotlin accessor class lacks, or `nil` if the class has the
  /// member or the name may not refer to a text.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - type: The accessor class.
  ///   - isCall: Whether arguments or a closure follow the name in Kotlin. A text without arguments
  ///     is a property, so the name refers to a function of the app or of a library.
  func missingKey(
    ofKotlinMember name: ArraySlice<UInt8>, in type: String, isCall: Bool
  ) -> Int? {
    guard case .missing(let key) = match(kotlinMembers[name], in: .kotlinMembers(type)),
      !isCall || keys[key].takesArguments, !Self.isUniversal(kotlinMember: name)
    else { return nil }
    return key
  }

  /// Returns whether every object has a member with this name in Kotlin or Java.
  static func isUniversal(kotlinMember name: ArraySlice<UInt8>) -> Bool {
    universalMembers.contains { name.elementsEqual($0.utf8) }
  }

  /// The members that every object has in Kotlin and Java.
  private static let universalMembers = [
    "also", "apply", "equals", "getClass", "hashCode", "javaClass", "let", "notify", "notifyAll",
    "run", "takeIf", "takeUnless", "to", "toString", "use", "wait",
  ]
}
