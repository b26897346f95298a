package com.android.build.api.variant;

import org.gradle.api.Named;

/** Source: Variant.kt and Component.kt in platform/tools/base/build-system/gradle-api. */
public interface Variant extends Named {
  Sources getSources();
}
