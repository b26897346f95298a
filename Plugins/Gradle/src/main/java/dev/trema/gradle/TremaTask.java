package dev.trema.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** A task that runs {@code trema} on a project file. */
public abstract class TremaTask extends DefaultTask {
  private final Property<String> executable = getProject().getObjects().property(String.class);
  private final RegularFileProperty projectFile = FileProperties.file(getProject());
  private final File directory = getProject().getProjectDir();
  private FileCollection sources = getProject().files();
  private Provider<List<String>> arguments = getProject().provider(ArrayList::new);

  /** The command. Its path does not affect the outputs; its version does. */
  @Internal
  public Property<String> getExecutable() {
    return executable;
  }

  /** The version of the command, or an empty string if there is none, which the action reports. */
  @Input
  public String getToolVersion() {
    try {
      return command().version();
    } catch (GradleException error) {
      return "";
    }
  }

  /** The project file. */
  @Internal
  public RegularFileProperty getProjectFile() {
    return projectFile;
  }

  /** The files that the command reads, and the project file. The command reports missing ones. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  public FileCollection getSources() {
    return sources;
  }

  public void setSources(FileCollection sources) {
    this.sources = sources;
  }

  /** Options for the command. */
  @Input
  public Provider<List<String>> getArguments() {
    return arguments;
  }

  public void setArguments(Provider<List<String>> arguments) {
    this.arguments = arguments;
  }

  /**
   * Fails if the command has read a file that is not an input.
   *
   * @param root the folder of outputs, or null
   */
  final void requireInputs(CommandResult result, File root) {
    DeclaredInputs.require(result.filesRead, getSources(), root, directory, getPath());
  }

  final TremaCommand command() {
    return new TremaCommand(executable.get(), directory, getLogger());
  }

  /** Returns the options that each command has: the project file and those of the user. */
  final List<String> options() {
    List<String> options = new ArrayList<>();
    options.add("--project=" + projectFile.getAsFile().get().getPath());
    options.addAll(arguments.get());
    return options;
  }
}
