// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import androidx.compose.runtime.Composable
import org.jetbrains.compose.resources.pluralStringResource
import org.jetbrains.compose.resources.stringArrayResource
import org.jetbrains.compose.resources.stringResource

/**
 * Texts of `Texts.trm`; master language `de`. Each access looks up the text in the language of the
 * resources.
 */
object Res_ {
    /**
     * *\/ (`string_resource`): "%@"
     */
    @Composable
    fun stringResource(argument1: String): String =
        stringResource(Res.string.string_resource, argument1)

    /**
     * *\/ (`get_string`): "%@"
     */
    @Composable
    fun getString(argument1: String): String = stringResource(Res.string.get_string, argument1)

    /**
     * *\/ (`res`): "%@"
     */
    @Composable
    fun res(argument1: String): String = stringResource(Res.string.res, argument1)

    /**
     * *\/ (`composable`): "%@"
     */
    @Composable
    fun composable(argument1: String): String = stringResource(Res.string.composable, argument1)

    /**
     * *\/ (`string`): "%@"
     */
    @Composable
    fun string(argument1: String): String = stringResource(Res.string.string, argument1)

    /**
     * *\/ (`array`): "%@"
     */
    @Composable
    fun array(argument1: String): String = stringResource(Res.string.array, argument1)

    /**
     * *\/ (`plurals`): "%@"
     */
    @Composable
    fun plurals(argument1: String): String = stringResource(Res.string.plurals, argument1)

    /**
     * *\/ (`list`): "%@"
     */
    @Composable
    fun list(argument1: String): String = stringResource(Res.string.list, argument1)

    /**
     * *\/ (`fun`): "%@"
     */
    @Composable
    fun fun_(argument1: String): String = stringResource(Res.string.`fun`, argument1)

    /**
     * *\/ (`in`): "%@"
     */
    @Composable
    fun in_(argument1: String): String = stringResource(Res.string.`in`, argument1)

    /**
     * *\/ (`__`): "%@"
     */
    @Composable
    fun u005FU005F(argument1: String): String = stringResource(Res.string.`__`, argument1)

    /**
     * *\/ (`class`): "%@"
     */
    @Composable
    fun class_(argument1: String): String = stringResource(Res.string.class_, argument1)

    /**
     * *\/ (`int`): "%@"
     */
    @Composable
    fun int(argument1: String): String = stringResource(Res.string.int_, argument1)

    /**
     * *\/ (`a.b-c`): "%@"
     */
    @Composable
    fun aBC(argument1: String): String = stringResource(Res.string.a_b_c, argument1)

    /**
     * *\/ (`größe`): "%@"
     */
    @Composable
    fun grosse(argument1: String): String = stringResource(Res.string.gru00f6u00dfe, argument1)

    /**
     * `plural_string_resource`: "{n, plural, other {# %s}}"
     */
    @Composable
    fun pluralStringResource(n: Int, argument2: String): String =
        pluralStringResource(Res.plurals.plural_string_resource, n, n, argument2)

    /**
     * `string_array_resource`: "x"
     */
    val stringArrayResource: String
        @Composable get() = stringResource(Res.string.string_array_resource)

    /**
     * `names`: "%@ %@ %@ %@"
     */
    @Composable
    fun names(stringResource: String, res: String, string: String, resources_: String): String =
        stringResource(Res.string.names, stringResource, res, string, resources_)

    /**
     * The texts of the array `items`, in order. Placeholders are not replaced.
     */
    val items: List<String>
        @Composable get() = stringArrayResource(Res.array.items)
}
