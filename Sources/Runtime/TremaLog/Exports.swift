// Whether the app is being developed, which decides whether private values are shown.
@_exported import enum TremaSupport.Runtime
