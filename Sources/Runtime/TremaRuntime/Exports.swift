// An app needs only this import. Each of the modules below is also a separate product.
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

// The platform's transport, which `Keys.transport` always links.
#if os(Linux)
  @_exported import TremaCurl
#else
  @_exported import TremaURLSession
#endif
