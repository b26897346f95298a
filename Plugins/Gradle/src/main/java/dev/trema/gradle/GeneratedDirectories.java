package dev.trema.gradle;

import java.io.File;
import java.util.concurrent.Callable;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;

/**
 * The folders below the output folder of {@code tremaBuild}, each named after the source
 * directories that it belongs to: {@code resources}, {@code java}, {@code kotlin}, and on Android
 * {@code res} and {@code assets}.
 */
final class GeneratedDirectories {
  private final Project project;
  private final TremaExtension extension;
  private final TremaBuild task;

  GeneratedDirectories(Project project, TremaExtension extension, TremaBuild task) {
    this.project = project;
    this.extension = extension;
    this.task = task;
  }

  /**
   * Returns the folder of a kind. It is resolved only when it is used, so it reflects later
   * settings, and whatever uses it depends on {@code tremaBuild}.
   */
  FileCollection directory(String kind) {
    Callable<File> location =
        () -> {
          File root = extension.getOutputDirectory().getAsFile().get();
          String prefix = extension.getPrefix().get();
          return new File(prefix.isEmpty() ? root : new File(root, prefix), kind);
        };
    return project.files(location).builtBy(task);
  }
}
