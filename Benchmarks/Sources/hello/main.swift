import Foundation

// The yardstick: what Foundation alone comes to.
print(String(format: "%@", "hello"))
