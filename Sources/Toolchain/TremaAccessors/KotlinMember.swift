import TremaCatalog

/// A member of the Kotlin class or object. Lines are wrapped at 100 columns according to the Kotlin
/// coding conventions.
struct KotlinMember {
  /// The kinds of resources that a text can have.
  enum Lookup {
    /// A string resource.
    case string
    /// A plurals resource. It is always formatted, even if no form uses an argument, because
    /// percent signs are doubled in every form.
    ///
    /// - Parameter quantity: The number of the argument that selects the form.
    case plural(quantity: Int)
    /// A string resource with an ICU message, in every language of the text. Only on Android.
    case message
    /// A string array resource.
    case array
  }

  /// The name of the member.
  let name: String
  /// The name of the resource.
  let resource: String
  /// The parameters; empty for a property.
  let parameters: [Parameter]
  /// The kind of resource.
  let lookup: Lookup
  /// The resources that the member looks up.
  let resources: KotlinAccessors.Options.Resources
  /// The name of Compose Multiplatform's resource class.
  let resourcesClass: String

  /// The indentation of the members.
  static let indent = "    "
  /// The maximum width of a line in columns.
  private static let limit = 100

  /// Appends the member: a property with a getter, or a function if there are parameters or if it
  /// suspends.
  func write(into output: inout [UInt8]) {
    if resources == .android, parameters.isEmpty, case .string = lookup, writeString(into: &output)
    {
      return
    }
    // Kotlin has no suspending getters.
    if parameters.isEmpty, resources != .composeSuspend {
      output += "\(Self.indent)val \(name): \(type)\n".utf8
      let getter = resources == .compose ? "@Composable get() =" : "get() ="
      writeBody(after: "        \(getter)", indent: "        ", into: &output)
      return
    }
    if resources == .compose { output += "\(Self.indent)@Composable\n".utf8 }
    let keyword = resources == .composeSuspend ? "suspend fun" : "fun"
    let list = parameters.map { "\($0.name): \($0.argument.type)" }
    let line = "\(Self.indent)\(keyword) \(name)(\(list.joined(separator: ", "))): \(type) ="
    if line.utf8.count <= Self.limit {
      writeBody(after: line, indent: Self.indent, into: &output)
      return
    }
    output += "\(Self.indent)\(keyword) \(name)(\n".utf8
    for (index, parameter) in list.enumerated() {
      output += "        \(parameter)\(index == list.count - 1 ? "" : ",")\n".utf8
    }
    writeBody(after: "\(Self.indent)): \(type) =", indent: Self.indent, into: &output)
  }

  /// The type of the member.
  private var type: String {
    guard case .array = lookup else { return "String" }
    return resources == .android ? "Array<String>" : "List<String>"
  }

  /// Appends a property for a string resource if its body fits on one line, as most do.
  ///
  /// - Returns: `false` if it does not fit, in which case nothing is written.
  private func writeString(into output: inout [UInt8]) -> Bool {
    let field = KotlinName.field(resource)
    let (before, after) = ("        get() = resources.getString(R.string.", ")")
    guard before.utf8.count + field.utf8.count + after.utf8.count <= Self.limit else {
      return false
    }
    output += Self.indent.utf8
    output += "val ".utf8
    output += name.utf8
    output += ": String\n".utf8
    output += before.utf8
    output += field.utf8
    output += after.utf8
    output.append(UInt8(ascii: "\n"))
    return true
  }

  /// Appends the body of the member, on the same line as the head if it fits.
  ///
  /// - Parameters:
  ///   - line: The head of the member.
  ///   - indent: The indentation of the head.
  private func writeBody(after line: String, indent: String, into output: inout [UInt8]) {
    let call = call
    if line.utf8.count + 1 + call.line.utf8.count <= Self.limit {
      output += "\(line) \(call.line)\n".utf8
      return
    }
    output += "\(line)\n".utf8
    call.write(indent: indent + "    ", into: &output)
  }

  /// The expression that looks up and formats the resource.
  private var call: KotlinCall {
    resources == .android ? androidCall : composeCall
  }

  /// The expression for the resources of Compose Multiplatform.
  private var composeCall: KotlinCall {
    let names = parameters.map(\.name)
    let field = KotlinName.field(resource)
    let isSuspending = resources == .composeSuspend
    switch lookup {
    case .string, .message:
      return KotlinCall(
        isSuspending ? "getString" : "stringResource",
        ["\(resourcesClass).string.\(field)"] + names)
    case .array:
      return KotlinCall(
        isSuspending ? "getStringArray" : "stringArrayResource",
        ["\(resourcesClass).array.\(field)"])
    case .plural(let quantity):
      return KotlinCall(
        isSuspending ? "getPluralString" : "pluralStringResource",
        ["\(resourcesClass).plurals.\(field)", selector(quantity)] + names)
    }
  }

  /// Returns the expression for the argument that selects the form of a plural.
  private func selector(_ quantity: Int) -> String {
    parameters.indices.contains(quantity - 1) ? parameters[quantity - 1].name : "0"
  }

  /// The expression for Android's resources.
  private var androidCall: KotlinCall {
    let names = parameters.map(\.name)
    let field = KotlinName.field(resource)
    switch lookup {
    case .string: return KotlinCall("resources.getString", ["R.string.\(field)"] + names)
    case .array: return KotlinCall("resources.getStringArray", ["R.array.\(field)"])
    case .plural(let quantity):
      return KotlinCall(
        "resources.getQuantityString",
        ["R.plurals.\(field)", selector(quantity)] + names)
    case .message:
      var call = KotlinCall(
        "android.icu.text.MessageFormat",
        ["resources.getString(R.string.\(field))", "resources.configuration.locales[0]"])
      call.next = (".format", "arrayOf<Any>(\(names.joined(separator: ", ")))", names)
      return call
    }
  }
}
