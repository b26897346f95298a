// https://developer.apple.com/documentation/combine/cancellable
public protocol Cancellable {
  func cancel()
}

// https://developer.apple.com/documentation/combine/customcombineidentifierconvertible
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}

// https://developer.apple.com/documentation/combine/combineidentifier
public struct CombineIdentifier: Hashable, Sendable {}

// https://developer.apple.com/documentation/combine/subscription
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

// https://developer.apple.com/documentation/combine/subscriber
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

// https://developer.apple.com/documentation/combine/publisher
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S>(subscriber: S)
  where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}

// https://developer.apple.com/documentation/combine/subscribers
public enum Subscribers {
  // https://developer.apple.com/documentation/combine/subscribers/demand
  public struct Demand: Equatable, Hashable, Comparable, Sendable {
    public static var unlimited: Demand { fatalError() }
    public static var none: Demand { fatalError() }
    public static func max(_ value: Int) -> Demand { fatalError() }
    public static func < (left: Demand, right: Demand) -> Bool { fatalError() }
  }

  // https://developer.apple.com/documentation/combine/subscribers/completion
  @frozen public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}
