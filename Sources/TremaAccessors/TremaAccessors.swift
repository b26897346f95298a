import TremaCatalog
import TremaDiagnostics
public struct SwiftAccessors: Sendable {
  public struct Options: Sendable {
    public var type = "Texts"
    public var table = "Localizable"
    public var sourceName = ""
    public init() {}
  }
  public init(options: Options, masterLanguage: String) {}
  public func begin(into output: inout [UInt8]) {}
  public mutating func append(_ text: Text, into output: inout [UInt8]) -> [Diagnostic] { [] }
  public func end(into output: inout [UInt8]) {}
}
