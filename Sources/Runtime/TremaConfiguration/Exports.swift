// `Runtime.isDebug` is exported because it determines whether the environment can be changed.
@_exported import enum TremaSupport.Runtime
