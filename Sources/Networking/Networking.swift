// The public API uses types from TremaHTTP, such as methods, statuses, fields and responses, so
// their names are available to modules that import this one.
@_exported import TremaHTTP

@_exported import enum TremaSupport.Runtime
