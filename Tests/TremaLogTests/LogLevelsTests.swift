import Testing
import TremaConfigValues
import TremaLog
import TremaSupport

@Suite struct LogLevelsTests {
  private func error(_ value: ConfigValue) -> String {
    do throws(LogConfigurationError) {
      _ = try LogLevels(configuration: value)
      return "none"
    } catch {
      return error.description
    }
  }

  @Test func `levels are parsed from a name in any case, a number or a numeric string`() throws {
    let levels = try LogLevels(configuration: [
      "logLevel": "WARNING", "logLevels": ["net.*": "Debug", "store": 0, "sync": "5"], "other": [],
    ])
    #expect(levels.standard == .warning)
    #expect(levels.level(of: "net.http") == .debug)
    #expect(levels.level(of: "store") == .verbose)
    #expect(levels.level(of: "sync") == .fatal)
    #expect(try LogLevels(configuration: [:]).standard == .info)
  }

  @Test func `a label has the level of its longest pattern`() {
    var levels = LogLevels(.error)
    levels["*"] = .warning
    levels["net.*"] = .info
    levels["net.http*"] = .debug
    levels["net.http"] = .fatal
    let found = ["net", "net.ftp", "net.http", "net.https", "net.http.cache", "network", "Net.ftp"]
      .map(levels.level)
    #expect(found == [.info, .info, .fatal, .debug, .debug, .warning, .warning])
    levels["*"] = nil
    #expect(levels.level(of: "network") == .error)
    #expect(levels["net.*"] == .info)
    #expect(levels["net"] == nil)
  }

  @Test func `an unknown level is reported with the valid ones`() {
    #expect(
      error(["logLevel": "loud"]) == """
        unknown level 'loud' for 'logLevel'; use verbose, debug, info, warning, error, fatal, or 0 to 5
        """)
    #expect(
      error(["logLevel": 6]) == """
        unknown level '6' for 'logLevel'; use verbose, debug, info, warning, error, fatal, or 0 to 5
        """)
    #expect(
      error(["logLevel": "\u{1B}[31m\n"]) == #"""
        unknown level '\u{1B}[31m\n' for 'logLevel'; use verbose, debug, info, warning, error, fatal, or 0 to 5
        """#)
  }

  @Test func `all errors are reported together`() {
    #expect(
      error(["logLevel": true, "logLevels": ["": 1, "net.*.a": "x", "store": [1]]]) == """
        'logLevel' must be a name or a number, not a Boolean
        'logLevels.""' is not a pattern; use a label, which may end with '*'
        'logLevels."net.*.a"' is not a pattern; use a label, which may end with '*'
        unknown level 'x' for 'logLevels."net.*.a"'; use verbose, debug, info, warning, error, fatal, or 0 to 5
        'logLevels.store' must be a name or a number, not an array
        """)
    #expect(error(["logLevels": "debug"]) == "'logLevels' must be a dictionary, not a string")
    #expect(error("debug") == "the configuration must be a dictionary, not a string")
  }

  @Test func `an error is reported with its location`() {
    let value = ConfigValue(
      .string("x"), at: ConfigLocation(.variable, "CONFIG__LOGLEVEL"))
    let section = ConfigValue(.dictionary(ConfigDictionary([.init("logLevel", value)])))
    #expect(
      error(section) == """
        unknown level 'x' for 'logLevel'; use verbose, debug, info, warning, error, fatal, or 0 to 5 \
        (the variable CONFIG__LOGLEVEL)
        """)
  }

  @Test func `an invalid configuration leaves the levels unchanged`() throws {
    let system = LogSystem(levels: LogLevels(.error), handlers: [])
    #expect(throws: LogConfigurationError.self) {
      try system.configure(["logLevel": "debug", "logLevels": ["a": "x"]])
    }
    #expect(system.levels == LogLevels(.error))
    try system.configure(["logLevel": "debug"])
    #expect(system.levels.standard == .debug)
  }
}
