import Foundation

// The reference: an executable that links only Foundation.
print(String(format: "%@", "hello"))
