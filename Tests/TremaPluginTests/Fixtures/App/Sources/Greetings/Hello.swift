public func hello(_ name: String) -> String { GreetingTexts.hello(name: name) }
