/// Several of ``Feature``, a bit each: a set of them is asked for every text.
public struct Features: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let status = Features(rawValue: 1 << 0)
  public static let context = Features(rawValue: 1 << 1)
  public static let parameters = Features(rawValue: 1 << 2)
  public static let maximumLength = Features(rawValue: 1 << 3)
  public static let ignoredChecks = Features(rawValue: 1 << 4)
  public static let translatable = Features(rawValue: 1 << 5)
  public static let array = Features(rawValue: 1 << 6)
  public static let plural = Features(rawValue: 1 << 7)
  public static let select = Features(rawValue: 1 << 8)
  public static let markup = Features(rawValue: 1 << 9)
  public static let variation = Features(rawValue: 1 << 10)
  public static let extractionState = Features(rawValue: 1 << 11)
  public static let unknownField = Features(rawValue: 1 << 12)
  public static let argumentStyle = Features(rawValue: 1 << 13)

  public static let reference = Features(rawValue: 1 << 14)
  public static let tags = Features(rawValue: 1 << 15)
  public static let exactNumber = Features(rawValue: 1 << 16)
  public static let emptyArray = Features(rawValue: 1 << 17)
  public static let resourceName = Features(rawValue: 1 << 18)
  public static let conversion = Features(rawValue: 1 << 19)
  public static let appMessage = Features(rawValue: 1 << 20)
  public static let state = Features(rawValue: 1 << 21)
  public static let messageContext = Features(rawValue: 1 << 22)
  public static let nestedArray = Features(rawValue: 1 << 23)
  public static let composeText = Features(rawValue: 1 << 24)

  public init(_ feature: Feature) {
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
      case .composeText: .composeText
      case .nestedArray: .nestedArray
      case .messageContext: .messageContext
      }
  }

  /// One by one, in the order of ``Feature``.
  public var all: [Feature] {
    isEmpty ? [] : Feature.allCases.filter { contains(Features($0)) }
  }
}
