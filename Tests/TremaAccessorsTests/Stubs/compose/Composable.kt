package androidx.compose.runtime

/** The annotation of Compose's functions, without the compiler's plugin. */
@Target(AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY_GETTER)
annotation class Composable
