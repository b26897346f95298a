// `Runtime.isDebug` decides whether private values are shown, so users of the module can read it.
@_exported import enum TremaSupport.Runtime
