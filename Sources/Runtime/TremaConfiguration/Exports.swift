// Whether the app is being developed, which decides whether environments can be switched.
@_exported import enum TremaSupport.Runtime
