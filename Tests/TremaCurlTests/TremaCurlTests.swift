import Testing
import TremaHTTP

@testable import TremaCurl
