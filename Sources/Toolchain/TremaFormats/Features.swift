/// A set of ``Feature`` values, with one bit per feature, because sets are compared for every text.
/// Each constant has the same name as its feature.
package struct Features: OptionSet, Hashable, Sendable {
  /// The bits. They are not stored in files.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let status = Features(rawValue: 1 << 0)
  package static let context = Features(rawValue: 1 << 1)
  package static let parameters = Features(rawValue: 1 << 2)
  package static let maximumLength = Features(rawValue: 1 << 3)
  package static let ignoredChecks = Features(rawValue: 1 << 4)
  package static let translatable = Features(rawValue: 1 << 5)
  package static let array = Features(rawValue: 1 << 6)
  package static let plural = Features(rawValue: 1 << 7)
  package static let select = Features(rawValue: 1 << 8)
  package static let markup = Features(rawValue: 1 << 9)
  package static let variation = Features(rawValue: 1 << 10)
  package static let extractionState = Features(rawValue: 1 << 11)
  package static let unknownField = Features(rawValue: 1 << 12)
  package static let argumentStyle = Features(rawValue: 1 << 13)

  package static let reference = Features(rawValue: 1 << 14)
  package static let tags = Features(rawValue: 1 << 15)
  package static let exactNumber = Features(rawValue: 1 << 16)
  package static let emptyArray = Features(rawValue: 1 << 17)
  package static let resourceName = Features(rawValue: 1 << 18)
  package static let conversion = Features(rawValue: 1 << 19)
  package static let appMessage = Features(rawValue: 1 << 20)
  package static let state = Features(rawValue: 1 << 21)
  package static let messageContext = Features(rawValue: 1 << 22)
  package static let nestedArray = Features(rawValue: 1 << 23)
  package static let textTags = Features(rawValue: 1 << 24)
  package static let textPlatforms = Features(rawValue: 1 << 27)
  package static let section = Features(rawValue: 1 << 25)
  package static let variant = Features(rawValue: 1 << 26)

  /// Creates the set of a single feature.
  package init(_ feature: Feature) {
    self =
      switch feature {
      case .status: .status
      case .context: .context
      case .parameters: .parameters
      case .maximumLength: .maximumLength
      case .ignoredChecks: .ignoredChecks
      case .translatable: .translatable
      case .array: .array
      case .plural: .plural
      case .select: .select
      case .markup: .markup
      case .variation: .variation
      case .extractionState: .extractionState
      case .unknownField: .unknownField
      case .argumentStyle: .argumentStyle
      case .reference: .reference
      case .tags: .tags
      case .exactNumber: .exactNumber
      case .emptyArray: .emptyArray
      case .resourceName: .resourceName
      case .conversion: .conversion
      case .appMessage: .appMessage
      case .state: .state
      case .nestedArray: .nestedArray
      case .messageContext: .messageContext
      case .textTags: .textTags
      case .textPlatforms: .textPlatforms
      case .section: .section
      case .variant: .variant
      }
  }

  /// The features in the set, in the order of ``Feature``.
  package var all: [Feature] {
    isEmpty ? [] : Feature.allCases.filter { contains(Features($0)) }
  }
}
