package dev.trema.gradle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/** Makes the output folder a copy of a generated folder, which may be missing. */
public class TremaCopy extends DefaultTask {
  private final DirectoryProperty outputDirectory = FileProperties.directory(getProject());
  private FileCollection source = getProject().files();

  /** The generated folder. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  public FileCollection getSource() {
    return source;
  }

  public void setSource(FileCollection source) {
    this.source = source;
  }

  /** The copy, whose location the Android plugin sets. */
  @OutputDirectory
  public DirectoryProperty getOutputDirectory() {
    return outputDirectory;
  }

  /** Replaces the contents of the output folder. */
  @TaskAction
  public void copy() {
    Path target = outputDirectory.getAsFile().get().toPath();
    Path from = source.getSingleFile().toPath();
    try {
      // A language that was removed must not stay.
      for (Path file : files(target)) {
        Files.delete(file);
      }
      Files.createDirectories(target);
      for (Path file : files(from)) {
        Path copy = target.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Returns the files below a folder, or nothing if it does not exist. */
  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Collections.emptyList();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).collect(Collectors.toList());
    }
  }
}
