public import Foundation

/// The text for `key` in the language of ``Translator/current``, with `arguments` in place of its
/// placeholders.
///
/// - Parameters:
///   - key: the key of the text.
///   - arguments: what the placeholders show, in the order of their numbers.
///   - table: the name of the `.strings` and `.stringsdict` files; nil for that of the translator, which is
///     `Localizable`, then `messages`, unless it was told otherwise.
///   - bundle: where it is; nil for that of the translator, which is `Bundle.main` unless it was
///     told otherwise.
/// - Returns: the text, or `?key?` when it is missing or empty in every language of the chain.
public func translate(
  _ key: String, _ arguments: any TextArgument..., table: String? = nil, bundle: Bundle? = nil
) -> String {
  Translator.current.translate(key, arguments: arguments, table: table, bundle: bundle)
}
