import Testing
import TremaHTTP

@testable import TremaURLSession
