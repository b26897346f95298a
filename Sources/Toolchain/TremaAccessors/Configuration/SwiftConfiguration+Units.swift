// Generates the parsers for durations and sizes. They repeat the rules of `UnitText` because the
// generated file doesn't link this project's libraries.
extension SwiftConfiguration {
  /// The helper type that parses durations.
  var durations: String {
    """

    /// A duration in a property list: `30s`, `1h30m` or `PT30S`.
    private struct DecodedDuration: Decodable {
      let duration: Duration

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let nanoseconds = Self.nanoseconds(text) else {
          throw \(options.type).InvalidValue(decoder.codingPath, text, "a duration such as 1h30m")
        }
        duration = .nanoseconds(nanoseconds)
      }

      private static func nanoseconds(_ text: String) -> Int64? {
        let isISO = text.first == "P"
        var rest = text.utf8.dropFirst(isISO ? 1 : 0)
        let second: Int64 = 1_000_000_000
        let units: [String: Int64] =
          isISO
          ? [
            "W": 604_800 * second, "D": 86_400 * second, "TH": 3600 * second, "TM": 60 * second,
            "TS": second,
          ]
          : [
            "d": 86_400 * second, "h": 3600 * second, "m": 60 * second, "s": second,
            "ms": 1_000_000, "us": 1000, "\\u{B5}s": 1000, "\\u{3BC}s": 1000, "ns": 1,
          ]
        var (sum, last, time) = (Int64(0), Int64.max, "")
        repeat {
          if isISO, time.isEmpty, rest.first == UInt8(ascii: "T") {
            rest.removeFirst()
            time = "T"
          }
          guard let part = UnitNumber(&rest), let factor = units[time + part.unit], factor < last,
            !part.hasFraction || rest.isEmpty, let value = part.times(factor)
          else { return nil }
          let (total, overflow) = sum.addingReportingOverflow(value)
          if overflow { return nil }
          (sum, last) = (total, factor)
        } while !rest.isEmpty
        return sum
      }
    }

    """
  }

  /// The helper type that parses sizes.
  var sizes: String {
    """

    /// A size in a property list: `10MB`, `512KiB` or a number of bytes.
    private struct DecodedSize: Decodable {
      let bytes: Int

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let bytes = try? value.decode(Int.self) {
          guard bytes >= 0 else {
            throw \(options.type).InvalidValue(decoder.codingPath, "\\(bytes)", "a number of bytes")
          }
          self.bytes = bytes
          return
        }
        let text = try value.decode(String.self)
        guard let bytes = Self.bytes(text) else {
          throw \(options.type).InvalidValue(decoder.codingPath, text, "a size such as 10MB")
        }
        self.bytes = bytes
      }

      private static func bytes(_ text: String) -> Int? {
        let units: [String: Int64] = [
          "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000,
          "TB": 1_000_000_000_000, "PB": 1_000_000_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20,
          "GiB": 1 << 30, "TiB": 1 << 40, "PiB": 1 << 50,
        ]
        var rest = text.utf8[...]
        guard let part = UnitNumber(&rest), rest.isEmpty,
          let factor = units[part.unit.first == " " ? String(part.unit.dropFirst()) : part.unit]
        else { return nil }
        return part.times(factor).flatMap(Int.init(exactly:))
      }
    }

    """
  }

  /// The helper type that parses a number with a unit.
  static let unitNumbers = """

    /// A decimal number with a unit.
    private struct UnitNumber {
      private var whole: Int64 = 0
      private var fraction: Int64 = 0
      private var scale: Int64 = 1
      private(set) var hasFraction = false
      private(set) var unit = ""

      init?(_ rest: inout Substring.UTF8View) {
        guard let number = Self.digits(&rest) else { return nil }
        whole = number.value
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
          rest.removeFirst()
          guard let number = Self.digits(&rest), number.count <= 18 else { return nil }
          (fraction, hasFraction) = (number.value, true)
          for _ in 0..<number.count { scale *= 10 }
        }
        let name = rest.prefix { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: "T") }
        rest = rest[name.endIndex...]
        unit = String(Substring(name))
        // The unit of a size in terabytes begins with T.
        if rest.first == UInt8(ascii: "T"), unit.isEmpty || unit == " " {
          let name = rest.prefix { !(0x30...0x39).contains($0) }
          rest = rest[name.endIndex...]
          unit += String(Substring(name))
        }
      }

      private static func digits(
        _ rest: inout Substring.UTF8View
      ) -> (value: Int64, count: Int)? {
        var (value, count) = (Int64(0), 0)
        while let byte = rest.first, (0x30...0x39).contains(byte) {
          let (product, overflow) = value.multipliedReportingOverflow(by: 10)
          let (sum, carry) = product.addingReportingOverflow(Int64(byte & 0x0F))
          if overflow || carry { return nil }
          (value, count) = (sum, count + 1)
          rest.removeFirst()
        }
        return count == 0 ? nil : (value, count)
      }

      /// - Returns: The product, or `nil` if it overflows or is not an integer.
      func times(_ factor: Int64) -> Int64? {
        let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
        let (part, remainder) = scale.dividingFullWidth(fraction.multipliedFullWidth(by: factor))
        let (sum, carry) = product.addingReportingOverflow(part)
        return overflow || carry || remainder != 0 ? nil : sum
      }
    }

    """
}
