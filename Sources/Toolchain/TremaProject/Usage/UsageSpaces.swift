import TremaAccessors
import TremaCatalog
import TremaEditing
import TremaSupport

/// The names that source code can use, and the outputs that define them.
struct UsageSpaces {
  /// The outputs that define the names of a name space.
  private struct Entry {
    var space: NameSpace
    /// The indices in ``UsageSpaces/outputs``. If there are none, only the platforms of a text
    /// determine whether it has a name.
    var outputs: Set<Int>
  }

  /// The outputs of the slice, followed by the other outputs of the project.
  let outputs: [ConversionOutput]
  /// The number of outputs of the slice.
  private let sliceCount: Int
  /// The Swift accessor types.
  let swiftTypes: [UsageNames.SwiftType]
  /// The Kotlin accessor classes.
  let kotlinTypes: [String]
  /// The tables that contain the texts.
  private(set) var tables: Set<String> = []
  /// The names of Compose Multiplatform's resource classes.
  private(set) var resourceClasses: [String] = []
  /// The packages of the app's own resource classes.
  private(set) var resourcePackages: Set<String> = []
  /// The outputs of each name space, for messages.
  private(set) var sources: [NameSpace: UsageNames.Source] = [:]
  /// The name spaces.
  private var entries: [Entry] = []

  /// Collects the names.
  init(_ usage: Usage) {
    outputs = usage.conversion.outputs + usage.conversion.otherOutputs
    sliceCount = usage.conversion.outputs.count
    var (swift, kotlin): ([UsageNames.SwiftType], [String]) = ([], [])
    for (index, output) in outputs.enumerated() {
      switch output.kind {
      case .swift(let options):
        let type = UsageNames.SwiftType(options.type, nesting: options.nesting)
        if !swift.contains(type) { swift.append(type) }
        tables.insert(output.table)
      case .kotlin(let options):
        if !kotlin.contains(options.type) { kotlin.append(options.type) }
        let isAndroid = options.resources == .android
        if !isAndroid { resourceClasses.append(options.resourcesClass) }
        let package = isAndroid ? options.androidNamespace : options.resourcesPackage
        resourcePackages.formUnion([package ?? options.package].compactMap(\.self))
      case .resources, .catalog:
        // The slice's calls look up its own tables.
        if index < sliceCount { tables.insert(output.table) }
      case .listing, .localeConfig: break
      }
    }
    if outputs.isEmpty { (swift, kotlin) = ([UsageNames.SwiftType("Texts")], ["Texts"]) }
    if tables.isEmpty { tables = ["Localizable"] }
    swiftTypes = usage.swiftTypes ?? swift
    kotlinTypes = usage.kotlinTypes ?? kotlin
    addSpaces()
  }

  /// Adds the name spaces of all languages.
  private mutating func addSpaces() {
    for type in swiftTypes {
      add(.swiftMembers(type), for: .ios, [{ $0.swiftType == type }])
    }
    for type in kotlinTypes {
      add(.kotlinMembers(type), for: .android, [{ $0.kotlinOptions?.type == type }])
    }
    let isAndroid: (ConversionOutput) -> Bool = {
      if case .resources(.android) = $0.kind { true } else { false }
    }
    let isCompose: (ConversionOutput) -> Bool = {
      if case .resources(.compose) = $0.kind { true } else { false }
    }
    // Without an output for the resources, the accessors determine which resources exist.
    let usesAndroid: (ConversionOutput) -> Bool = { $0.kotlinOptions?.resources == .android }
    let usesCompose: (ConversionOutput) -> Bool = {
      $0.kotlinOptions.map { $0.resources != .android } ?? false
    }
    add(.androidResources, for: .android, [isAndroid, usesAndroid, isCompose, usesCompose])
    add(.composeResources, for: nil, [isCompose, usesCompose, isAndroid, usesAndroid])
    addSwiftKeys { $0.hasTexts && !isCompose($0) && $0.slice.platform == .ios }
    add(
      .kotlinKeys, for: .android,
      [
        {
          isCompose($0) || $0.kotlinOptions != nil || $0.hasTexts && $0.slice.platform == .android
        }
      ])
  }

  /// Adds a name space.
  ///
  /// - Parameters:
  ///   - space: The name space.
  ///   - platform: The platform of the code if there are no outputs.
  ///   - kinds: The kinds of outputs that define the names, of which the first one that the project
  ///     has is used. Outputs of the slice are preferred.
  private mutating func add(
    _ space: NameSpace, for platform: AppPlatform?, _ kinds: [(ConversionOutput) -> Bool]
  ) {
    add(space, for: platform, outputs: outputs(of: kinds))
  }

  /// Returns the indices of the outputs of the first kind that the slice or the project has.
  private func outputs(of kinds: [(ConversionOutput) -> Bool]) -> [Int] {
    for range in [0..<sliceCount, sliceCount..<outputs.count] {
      for isIncluded in kinds {
        let found = range.filter { isIncluded(outputs[$0]) }
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// Adds the keys of each table, and the keys of all tables for calls that name none.
  ///
  /// - Parameter isIncluded: Returns whether Swift code looks up keys in an output.
  private mutating func addSwiftKeys(_ isIncluded: @escaping (ConversionOutput) -> Bool) {
    var all: [Int] = []
    for table in Set(outputs.filter(isIncluded).map(\.table)) {
      let found = outputs(of: [{ $0.table == table && isIncluded($0) }])
      add(.swiftTable(table), for: .ios, outputs: found)
      all += found
    }
    add(.swiftKeys, for: .ios, outputs: all.sorted())
  }

  /// Adds a name space.
  ///
  /// - Parameters:
  ///   - space: The name space.
  ///   - platform: The platform of the code if there are no outputs.
  ///   - found: The indices of the outputs that define the names.
  private mutating func add(
    _ space: NameSpace, for platform: AppPlatform?, outputs found: [Int]
  ) {
    var source = UsageNames.Source(platform: platform)
    if let first = found.first {
      let outputs = found.map { self.outputs[$0] }
      // Outputs for several platforms are shared.
      let platforms = Set(outputs.map(\.slice.platform))
      source.platform = platforms.count == 1 ? self.outputs[first].slice.platform : nil
      let formats = Set(outputs.map(\.formatName))
      source.format = formats.count == 1 ? formats.first : nil
      source.location = self.outputs[first].location
      source.package = outputs.count == 1 ? outputs[0].kotlinOptions?.package : nil
    }
    sources[space] = source
    entries.append(Entry(space: space, outputs: Set(found)))
  }

  /// Returns the name spaces that contain a text.
  ///
  /// - Parameters:
  ///   - selected: The outputs that contain the text, or `nil` for all outputs.
  ///   - annotations: The annotations of the text.
  func placement(_ selected: Set<Int>?, _ annotations: Annotations) -> UsageNames.Placement {
    var placement = UsageNames.Placement()
    // Code does not use the texts of store listings.
    let isListed = isOnlyListed(in: selected)
    placement.isReported = !isListed
    let platforms = annotations.platforms
    if selected == nil, platforms.isEmpty, !isListed { return placement }
    for entry in entries {
      let isMissing =
        if entry.outputs.isEmpty {
          sources[entry.space]?.platform.map { !platforms.isEmpty && !platforms.contains($0) }
            ?? false
        } else {
          selected.map { $0.isDisjoint(with: entry.outputs) } ?? false
        }
      if isMissing || isListed { placement.missing.insert(entry.space) }
    }
    return placement
  }

  /// Returns whether a text is in the listing of a store, and in no output for apps.
  private func isOnlyListed(in selected: Set<Int>?) -> Bool {
    guard outputs.contains(where: { $0.listing != nil }) else { return false }
    let outputs = selected.map { $0.map { self.outputs[$0] } } ?? outputs
    return outputs.contains { $0.listing != nil }
      && outputs.allSatisfy { $0.listing != nil || $0.includesDrafts }
  }
}

extension ConversionOutput {
  /// The Swift accessor type, or `nil` for another output.
  fileprivate var swiftType: UsageNames.SwiftType? {
    guard case .swift(let options) = kind else { return nil }
    return UsageNames.SwiftType(options.type, nesting: options.nesting)
  }

  /// The options of Kotlin accessors, or `nil` for another output.
  fileprivate var kotlinOptions: KotlinAccessors.Options? {
    if case .kotlin(let options) = kind { options } else { nil }
  }

  /// Whether the output contains texts of the app, rather than accessors, drafts or a listing.
  fileprivate var hasTexts: Bool { !hasNoTexts && listing == nil && !includesDrafts }
}
