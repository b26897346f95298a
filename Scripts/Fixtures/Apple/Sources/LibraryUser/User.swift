import Library

#if os(iOS)
  let isWrongOnlyOnIOS: Bool = current
#elseif os(macOS)
  let isRight: System = current
#endif
