package dev.trema.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.TaskAction;

/** Runs {@code trema build}: writes the outputs of a project file below one folder. */
@CacheableTask
public class TremaBuild extends TremaTask {
  private final DirectoryProperty outputDirectory = FileProperties.directory(getProject());
  private Provider<List<String>> formats = getProject().provider(ArrayList::new);

  /** The folder that the directories of the outputs are relative to. */
  @OutputDirectory
  public DirectoryProperty getOutputDirectory() {
    return outputDirectory;
  }

  /** The formats to write, or an empty list for all. */
  @Input
  public Provider<List<String>> getFormats() {
    return formats;
  }

  public void setFormats(Provider<List<String>> formats) {
    this.formats = formats;
  }

  /** Runs the command. */
  @TaskAction
  public void build() {
    File root = outputDirectory.getAsFile().get();
    List<String> words = new ArrayList<>();
    words.add("build");
    words.addAll(options());
    words.add("--output-root=" + root.getPath());
    if (!formats.get().isEmpty()) {
      words.add("--only=" + String.join(",", formats.get()));
    }
    CommandResult result = command().run(words);
    result.log(getLogger());
    result.requireSuccess();
    requireInputs(result, root);
  }
}
