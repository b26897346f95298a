// Apple's Foundation contains what are two modules on Linux, and exports the C library.
@_exported import CoreFoundationTypes
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationXML
