func text(_ bytes: [UInt8]) -> String? {
  String(validating: bytes, as: UTF8.self)
}

func sum(_ bytes: ContiguousArray<UInt8>) -> Int { bytes.span.count }
