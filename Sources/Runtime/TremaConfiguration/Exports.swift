// `Runtime.isDebug` decides whether the environment can be changed, and so is exported.
@_exported import enum TremaSupport.Runtime
