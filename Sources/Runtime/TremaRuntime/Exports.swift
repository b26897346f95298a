// An app needs only this import. Each of the modules below is also a product of its own.
@_exported import Networking
@_exported import TremaConfigValues
@_exported import TremaConfiguration
@_exported import TremaDates
@_exported import TremaHTTP
@_exported import TremaInjection
@_exported import TremaLocalization
@_exported import TremaLog
@_exported import TremaSecrets
@_exported import TremaStorage

@_exported import enum TremaSupport.Runtime

// The transport of the platform, which `Keys.transport` links in any case.
#if os(Linux)
  @_exported import TremaCurl
#else
  @_exported import TremaURLSession
#endif
