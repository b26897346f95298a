package com.android.build.api.variant;

/** Source: VariantSelector.kt in platform/tools/base/build-system/gradle-api. */
public interface VariantSelector {
  VariantSelector all();
}
