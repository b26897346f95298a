package org.jetbrains.compose.resources

import androidx.compose.runtime.Composable

class StringResource(val key: String)

class PluralStringResource(val key: String)

class StringArrayResource(val key: String)

/**
 * The functions of Compose Multiplatform that accessors call, with the texts that a test adds and
 * the plural rules of English.
 */
object Table {
    private val texts = HashMap<String, List<String>>()

    fun put(key: String, vararg forms: String) {
        texts[key] = forms.toList()
    }

    fun texts(key: String): List<String> = texts.getValue(key)

    fun form(key: String, quantity: Int): String = texts(key).let { if (quantity == 1) it.first() else it.last() }

    fun format(text: String, arguments: Array<out Any>): String {
        var result = text
        for ((index, argument) in arguments.withIndex()) {
            for (letter in "sd") result = result.replace("%${index + 1}$$letter", argument.toString())
        }
        return result
    }
}

@Composable
fun stringResource(resource: StringResource): String = Table.texts(resource.key).first()

@Composable
fun stringResource(resource: StringResource, vararg formatArgs: Any): String =
    Table.format(Table.texts(resource.key).first(), formatArgs)

@Composable
fun pluralStringResource(resource: PluralStringResource, quantity: Int): String =
    Table.form(resource.key, quantity)

@Composable
fun pluralStringResource(resource: PluralStringResource, quantity: Int, vararg formatArgs: Any): String =
    Table.format(Table.form(resource.key, quantity), formatArgs)

@Composable
fun stringArrayResource(resource: StringArrayResource): List<String> = Table.texts(resource.key)

suspend fun getString(resource: StringResource): String = stringResource(resource)

suspend fun getString(resource: StringResource, vararg formatArgs: Any): String =
    stringResource(resource, *formatArgs)

suspend fun getPluralString(resource: PluralStringResource, quantity: Int): String =
    pluralStringResource(resource, quantity)

suspend fun getPluralString(resource: PluralStringResource, quantity: Int, vararg formatArgs: Any): String =
    pluralStringResource(resource, quantity, *formatArgs)

suspend fun getStringArray(resource: StringArrayResource): List<String> = stringArrayResource(resource)
