"""The formats of resources and accessors, and the files of each."""

load(":languages.bzl", "android_qualifier")

# Each format with the folder of its files, below the folder of the target, and the pattern of their
# paths in it.
FORMATS = {
    "android": struct(folder = "res", pattern = "values-{qualifier}/strings.xml"),
    "arb": struct(folder = ".", pattern = "{table}_{underscored}.arb"),
    "compiled": struct(folder = ".", pattern = "{tag}.lproj/{table}.tremac"),
    "json": struct(folder = ".", pattern = "{table}_{tag}.json"),
    "kotlin": struct(folder = ".", pattern = "{type}.kt"),
    "locale-config": struct(folder = "res", pattern = "xml/locales_config.xml"),
    "properties": struct(folder = ".", pattern = "{table}_{underscored}.properties"),
    "strings": struct(folder = ".", pattern = "{tag}.lproj/{table}.strings"),
    "stringsdict": struct(folder = ".", pattern = "{tag}.lproj/{table}.stringsdict"),
    "swift": struct(folder = ".", pattern = "{type}.swift"),
    "xcstrings": struct(folder = ".", pattern = "{table}.xcstrings"),
}

# The formats whose only file contains all languages, or none.
_SINGLE = ["kotlin", "locale-config", "swift", "xcstrings"]

def format_paths(format, settings):
    """Returns the paths of the files of a format.

    Args:
        format: The name of the format.
        settings: A struct with `languages`, `default_language`, `language_names`, `table` and
            `type`.

    Returns:
        The paths relative to the folder of the target, a list of strings.
    """
    folder = FORMATS[format].folder
    prefix = "" if folder == "." else folder + "/"
    paths = {}
    for language in settings.languages:
        if format == "android" and language == settings.default_language:
            paths[prefix + "values/strings.xml"] = language
            continue
        name = settings.language_names.get(language)
        path = FORMATS[format].pattern.format(
            qualifier = name or android_qualifier(language),
            table = settings.table,
            tag = name or language,
            type = settings.type,
            underscored = name or language.replace("-", "_"),
        )
        path = prefix + path
        if path in paths and format not in _SINGLE:
            fail("the attribute 'language_names' gives '%s' and '%s' the same file '%s'; use different names" % (
                paths[path],
                language,
                path,
            ))
        paths[path] = language
        if format == "properties" and language == settings.default_language:
            paths["%s%s.properties" % (prefix, settings.table)] = language
    return paths.keys()

_LOCALIZED = [name for name in FORMATS if name not in ("kotlin", "locale-config", "swift")]
_TEXTS = [name for name in FORMATS if name != "locale-config"]

# The fields of an output in trema.json by attribute, with the formats that use the field.
FIELDS = {
    "access": struct(field = "access", formats = ["swift"]),
    "android_namespace": struct(field = "androidNamespace", formats = ["kotlin"]),
    "bundle": struct(field = "bundle", formats = ["swift"]),
    "default_language": struct(field = "defaultLanguage", formats = ["android", "locale-config", "properties"]),
    "encoding": struct(field = "encoding", formats = ["properties"]),
    "except_keys": struct(field = "exceptKeys", formats = _TEXTS),
    "fallback": struct(field = "fallback", formats = _LOCALIZED),
    "imports": struct(field = "imports", formats = ["swift"]),
    "keys": struct(field = "keys", formats = _TEXTS),
    "kotlin_package": struct(field = "package", formats = ["kotlin"]),
    "language_names": struct(
        field = "languageNames",
        formats = [name for name in FORMATS if name not in _SINGLE],
    ),
    "languages": struct(field = "languages", formats = _LOCALIZED + ["locale-config"]),
    "nest": struct(field = "nest", formats = ["json", "swift"]),
    "platform": struct(field = "platform", formats = _TEXTS),
    "statuses": struct(field = "statuses", formats = _LOCALIZED),
    "style": struct(field = "style", formats = ["json"]),
    "swift_ui": struct(field = "swiftUI", formats = ["swift"]),
    "table": struct(
        field = "table",
        formats = [name for name in _TEXTS if name not in ("android", "kotlin")],
    ),
    "text_tags": struct(field = "tags", formats = _TEXTS),
    "type": struct(field = "type", formats = ["kotlin", "swift"]),
}
