// A request is made of methods, statuses and fields, and an interceptor returns a response:
// importing this module needs the names of the other.
@_exported import TremaHTTP

@_exported import enum TremaSupport.Runtime
