package dev.trema.gradle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;

/**
 * Runs {@code trema check} and, on request, {@code trema config check}.
 *
 * <p>The task is not cacheable, because its report contains absolute paths, and it takes no longer
 * than reading the report from a cache.
 */
public class TremaCheck extends TremaTask {
  private final RegularFileProperty report = FileProperties.file(getProject());
  private Provider<Boolean> texts = getProject().provider(() -> true);
  private Provider<Boolean> configuration = getProject().provider(() -> false);

  /** The findings of the last run that did not fail. */
  @OutputFile
  public RegularFileProperty getReport() {
    return report;
  }

  /** Whether the texts are checked. */
  @Input
  public Provider<Boolean> getTexts() {
    return texts;
  }

  public void setTexts(Provider<Boolean> texts) {
    this.texts = texts;
  }

  /** Whether the configurations are checked. */
  @Input
  public Provider<Boolean> getConfiguration() {
    return configuration;
  }

  public void setConfiguration(Provider<Boolean> configuration) {
    this.configuration = configuration;
  }

  /** Runs the commands and writes the report. */
  @TaskAction
  public void check() {
    List<CommandResult> results = new ArrayList<>();
    if (texts.get()) {
      results.add(run("check"));
    }
    if (configuration.get()) {
      results.add(run("config", "check"));
    }
    List<String> lines = new ArrayList<>();
    for (CommandResult result : results) {
      result.requireSuccess();
      requireInputs(result, null);
      lines.addAll(result.output);
    }
    Path file = report.getAsFile().get().toPath();
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines, StandardCharsets.UTF_8);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private CommandResult run(String... command) {
    List<String> words = new ArrayList<>(Arrays.asList(command));
    words.addAll(options());
    CommandResult result = command().run(words);
    result.log(getLogger());
    return result;
  }
}
