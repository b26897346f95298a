import Foundation
import TremaRuntime

/// A command that prints the menu in the user's language or in the one that `--language` names.
@main
struct Bistro {
  static func main() async {
    Translator.shared.bundle = .module
    do throws(Options.Problem) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsAvailableDishes {
        print(try await menu(of: options.environment, asStaff: options.isStaff))
      } else if options.showsEnvironment {
        show(options.environment)
      } else {
        print(Menu.text(for: "Zoë"))
      }
    } catch {
      FileHandle.standardError.write(Data("bistro: \(error.message)\n".utf8))
      exit(error.status)
    }
  }

  /// Returns the menu without the dishes that are sold out.
  private static func menu(
    of environment: AppConfiguration, asStaff: Bool
  ) async throws(Options.Problem) -> String {
    do {
      let container = try Container.bistro(environment)
      let soldOut = try await container(Keys.kitchen).soldOut(asStaff: asStaff)
      await container.shutdown()
      return Menu.text(for: "Zoë", without: soldOut)
    } catch {
      throw Options.Problem(message: "the request to the kitchen failed: \(error)", status: 1)
    }
  }

  private static func show(_ environment: AppConfiguration) {
    print("kitchen: \(environment.api.host), \(environment.api.timeout) s")
    print("log level: \(environment.logLevel)")
  }
}
