package com.android.build.api.variant;

/**
 * The source directories of a variant. All may be null.
 *
 * <p>Source: Sources.kt in platform/tools/base/build-system/gradle-api.
 */
public interface Sources {
  SourceDirectories.Flat getJava();

  SourceDirectories.Flat getKotlin();

  SourceDirectories.Layered getRes();

  SourceDirectories.Flat getResources();

  SourceDirectories.Layered getAssets();
}
