package com.android.build.api.variant;

import kotlin.Unit;
import kotlin.jvm.functions.Function1;
import org.gradle.api.Action;

/**
 * The part of the Android Gradle plugin's interface that the plugin {@code dev.trema} calls.
 *
 * <p>Source: AndroidComponentsExtension.kt in platform/tools/base/build-system/gradle-api, and its
 * page at developer.android.com/reference/tools/gradle-api. Kotlin's default arguments are not
 * visible from Java.
 */
public interface AndroidComponentsExtension<VariantT extends Variant> {
  VariantSelector selector();

  void onVariants(VariantSelector selector, Function1<? super VariantT, Unit> callback);

  void onVariants(VariantSelector selector, Action<VariantT> callback);
}
