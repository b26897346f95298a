package dev.trema.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gradle.api.GradleException;
import org.gradle.api.file.FileCollection;

/**
 * Compares the files that the command has read with a task's inputs.
 *
 * <p>Gradle would not run the task again after a change of a file that it does not know. The plugin
 * does not interpret the project file, so it cannot know all of them beforehand.
 */
final class DeclaredInputs {
  private DeclaredInputs() {}

  /**
   * Fails if a file is not an input.
   *
   * @param root the folder of outputs, which also contains the command's list of them; or null
   * @param directory the folder of the Gradle project
   */
  static void require(
      List<File> files, FileCollection inputs, File root, File directory, String task) {
    Set<File> known = new HashSet<>();
    for (File file : inputs.getFiles()) {
      known.add(canonical(file));
    }
    for (File file : files) {
      File path = canonical(file);
      boolean isOutput = root != null && path.toPath().startsWith(canonical(root).toPath());
      if (!isOutput && !known.contains(path)) {
        Path relative = canonical(directory).toPath().relativize(path.toPath());
        throw new GradleException(
            "trema reads '" + path + "', which is not an input of the task '" + task
                + "'; add it to the block 'trema' of the build script: sources.from(\"" + relative
                + "\")");
      }
    }
  }

  private static File canonical(File file) {
    try {
      return file.getCanonicalFile();
    } catch (IOException error) {
      return file.getAbsoluteFile();
    }
  }
}
