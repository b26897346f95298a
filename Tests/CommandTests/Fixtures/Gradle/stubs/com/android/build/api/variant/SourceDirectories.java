package com.android.build.api.variant;

import kotlin.jvm.functions.Function1;
import org.gradle.api.Named;
import org.gradle.api.Task;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.TaskProvider;

/** Source: SourceDirectories.kt in platform/tools/base/build-system/gradle-api. */
public interface SourceDirectories extends Named {
  <TaskT extends Task> void addGeneratedSourceDirectory(
      TaskProvider<TaskT> taskProvider,
      Function1<? super TaskT, ? extends DirectoryProperty> wiredWith);

  void addStaticSourceDirectory(String srcDir);

  interface Flat extends SourceDirectories {}

  interface Layered extends SourceDirectories {}
}
