extension Configuration {
  // A message for a mistake that the compiler could not explain otherwise.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "say which type it becomes: decode(APISettings.self, at: \"api\")"
  )
  public func decode(at key: String? = nil) throws(ConfigurationError) -> Never {
    preconditionFailure("unavailable")
  }
}
