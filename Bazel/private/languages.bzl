"""Language tags and their spelling in the names of files."""

# Android uses the codes of Java.
_OLD_CODES = {"he": "iw", "id": "in", "yi": "ji"}

def canonical_tag(spelling):
    """Returns the canonical spelling of a language tag.

    Args:
        spelling: A language tag, such as `pt_br`.

    Returns:
        The tag with hyphens and the usual case, such as `pt-BR`.
    """
    parts = []
    for part in spelling.replace("_", "-").split("-"):
        is_second = len(parts) == 1
        is_after_script = len(parts) == 2 and len(parts[1]) == 4
        if is_second and len(part) == 4 and part.isalpha():
            parts.append(part.capitalize())
        elif (is_second or is_after_script) and len(part) == 2:
            parts.append(part.upper())
        else:
            parts.append(part.lower())
    return "-".join(parts)

def is_language_tag(spelling):
    """Returns whether a string has the form of a language tag.

    Args:
        spelling: The string.

    Returns:
        Whether the string consists of letters and digits that are separated by hyphens or underscores.
    """
    parts = spelling.replace("_", "-").split("-")
    return len(parts[0]) in (2, 3) and parts[0].isalpha() and all([part.isalnum() for part in parts])

def android_qualifier(tag):
    """Returns the qualifier of an Android resource folder.

    Args:
        tag: A canonical language tag, such as `pt-BR`.

    Returns:
        The qualifier, such as `pt-rBR`, or `b+zh+Hans` if the tag has a script, a numeric region or
        a variant.
    """
    parts = tag.split("-")
    if len(parts) == 1:
        return _OLD_CODES.get(tag, tag)
    if len(parts) == 2 and len(parts[1]) == 2:
        return "%s-r%s" % (_OLD_CODES.get(parts[0], parts[0]), parts[1])
    return "b+" + "+".join(parts)
