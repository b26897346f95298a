import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules for encoding values as the names and values of a query or a form.
///
/// The defaults are widely accepted by servers: `k=1&k=2`, `a[b]=1`, `true`,
/// `2026-11-21T06:30:00Z`, and Base64 for data; `nil` is omitted.
public struct ParameterRules: Sendable {
  /// The names of array elements.
  public var arrays: Arrays
  /// The names of nested values.
  public var nesting: Nesting
  /// The transformation of keys.
  public var keys: Keys
  /// The representation of Booleans.
  public var bools: Bools
  /// The format of dates.
  public var dates: Dates
  /// The format of data.
  public var data: DataForm
  /// The treatment of `nil`.
  public var nils: Nils
  /// The treatment of infinity and NaN.
  public var numbers: NonFinite
  /// The order of the parameters.
  public var order: Order
  /// The encoding of a space.
  public var space: PercentEncoding.Space
  /// The characters that are not percent-encoded in names and values.
  public var allowed: PercentEncoding.Allowed

  /// Creates rules. The defaults are widely accepted by servers.
  public init(
    arrays: Arrays = .repeated, nesting: Nesting = .brackets, keys: Keys = .asWritten,
    bools: Bools = .words, dates: Dates = .iso8601, data: DataForm = .base64, nils: Nils = .dropped,
    numbers: NonFinite = .refused, order: Order = .asEncoded,
    space: PercentEncoding.Space = .percent, allowed: PercentEncoding.Allowed = .unreserved
  ) {
    (self.arrays, self.nesting, self.keys) = (arrays, nesting, keys)
    (self.bools, self.dates, self.data, self.nils) = (bools, dates, data, nils)
    (self.numbers, self.order, self.space, self.allowed) = (numbers, order, space, allowed)
  }

  /// The rules of `application/x-www-form-urlencoded`, which uses `+` for a space.
  public static let form = ParameterRules(space: .plus, allowed: .form)
}

extension ParameterRules {
  /// The names of an array's elements, or a rule for combining them into one value.
  public enum Arrays: Sendable {
    /// `k=1&k=2`
    case repeated
    /// `k[]=1&k[]=2`
    case brackets
    /// `k[0]=1&k[1]=2`
    case indexed
    /// `k=1,2`. The separator is not percent-encoded if a query may contain it. Within the elements
    /// it is percent-encoded, so they can be separated. Elements must be single values.
    case joined(String)
    /// An element's name, derived from the array's name and the index.
    case custom(@Sendable (_ name: String, _ index: Int) -> String)

    /// `k=1,2`
    public static let commas = Arrays.joined(",")
  }

  /// A nested value's name.
  public enum Nesting: Sendable {
    /// `a[b]`
    case brackets
    /// `a.b`
    case dots
    /// The name, derived from the outer and the inner name.
    case custom(@Sendable (_ outer: String, _ inner: String) -> String)
  }

  /// The transformation of property names. The keys of dictionaries are data and remain unchanged.
  public enum Keys: Sendable {
    /// The property names, unchanged.
    case asWritten
    /// `oneTwo` and `oneTWO` become `one_two`.
    case snakeCase
    /// `one-two`
    case kebabCase
    /// `OneTwo`
    case capitalized
    /// All letters in uppercase.
    case uppercased
    /// All letters in lowercase.
    case lowercased
    /// The name, derived from the property name.
    case custom(@Sendable (String) -> String)
  }

  /// The representation of Booleans.
  public enum Bools: Sendable {
    /// `true` and `false`
    case words
    /// `1` and `0`
    case digits
    /// The string for a Boolean.
    case custom(@Sendable (Bool) -> String)
  }

  /// The format of dates.
  public enum Dates: Sendable {
    /// `2026-11-21T06:30:00Z`, with fractions of a second truncated. Supports the years 1 to 9999.
    case iso8601
    /// `2026-11-21T06:30:00.250Z`
    case iso8601Milliseconds
    /// The seconds since 1970-01-01T00:00:00Z, with a fraction if there is one.
    case secondsSince1970
    /// The milliseconds since 1970-01-01T00:00:00Z, rounded down.
    case millisecondsSince1970
    /// The encoding that `Date` defines: seconds since 2001-01-01T00:00:00Z.
    case deferred
    /// The string for a date. An error is reported as ``ParameterError/Reason/thrown(_:)``.
    case custom(@Sendable (Date) throws -> String)
  }

  /// The format of data.
  public enum DataForm: Sendable {
    /// Base64 with padding.
    case base64
    /// Base64 with `-` and `_` instead of `+` and `/`, without padding.
    case base64URL
    /// Two hexadecimal digits per byte, in lowercase.
    case hexadecimal
    /// The encoding that `Data` defines: an array of numbers.
    case deferred
    /// The string for data. An error is reported as ``ParameterError/Reason/thrown(_:)``.
    case custom(@Sendable (Data) throws -> String)
  }

  /// The treatment of `nil`.
  public enum Nils: Hashable, Sendable {
    /// The parameter is omitted.
    case dropped
    /// `k=`
    case empty
    /// `k`
    case bare
    /// `k=null`, or a different word.
    case word(String)
  }

  /// The treatment of infinity and NaN.
  public enum NonFinite: Hashable, Sendable {
    /// An error, ``ParameterError/Reason/notFinite``.
    case refused
    /// A word for each of them.
    case words(infinity: String, negativeInfinity: String, nan: String)
  }

  /// The order of properties. The keys of dictionaries and the elements of sets, which have no
  /// inherent order, are always sorted by their UTF-8 bytes.
  public enum Order: Hashable, Sendable {
    /// The order that the value encodes its properties in.
    case asEncoded
    /// Sorted by the UTF-8 bytes of the names.
    case sorted
  }
}

extension ParameterRules.Keys {
  /// Returns the parameter name for a property name.
  func name(of key: String) -> String {
    switch self {
    case .asWritten: key
    case .snakeCase: Self.words(key, joined: UInt8(ascii: "_"))
    case .kebabCase: Self.words(key, joined: UInt8(ascii: "-"))
    case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
    case .uppercased: key.uppercased()
    case .lowercased: key.lowercased()
    case .custom(let name): name(key)
    }
  }

  /// Splits a name into words and joins them in lowercase. A word starts at an ASCII uppercase
  /// letter that does not follow another one, and at the last uppercase letter in a run before a
  /// lowercase letter: `myURLProperty` consists of `my`, `url` and `property`.
  private static func words(_ key: String, joined separator: UInt8) -> String {
    let bytes = Array(key.utf8)
    func isCapital(_ index: Int) -> Bool { ASCII.lowercased(bytes[index]) != bytes[index] }
    var output: [UInt8] = []
    for index in bytes.indices {
      if isCapital(index), let last = output.last, last != UInt8(ascii: "_") {
        let endsCapitals = index + 1 < bytes.count && !isCapital(index + 1)
        if !isCapital(index - 1) || endsCapitals && ASCII.isLetter(bytes[index + 1]) {
          output.append(separator)
        }
      }
      output.append(ASCII.lowercased(bytes[index]))
    }
    return String(decoding: output, as: UTF8.self)
  }
}
