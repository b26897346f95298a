import Foundation

// https://developer.apple.com/documentation/localauthentication/lapolicy
public enum LAPolicy: Int, @unchecked Sendable {
  case deviceOwnerAuthenticationWithBiometrics = 1
  case deviceOwnerAuthentication = 2
}

// https://developer.apple.com/documentation/localauthentication/lacontext
open class LAContext: NSObject {
  public override init() {}
  // https://developer.apple.com/documentation/localauthentication/lacontext/localizedreason
  open var localizedReason: String { get { fatalError() } set {} }
  // https://developer.apple.com/documentation/localauthentication/lacontext/canevaluatepolicy(_:error:)
  open func canEvaluatePolicy(
    _ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?
  ) -> Bool { fatalError() }
}
