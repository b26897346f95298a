package dev.trema.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.gradle.api.GradleException;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.Logger;

/** The exit status and the output of a run of {@code trema}. */
final class CommandResult {
  private static final String READING = "reading ";

  /** The prefixes of the lines that say what happened to outputs. */
  private static final String[] PROGRESS = {"wrote ", "unchanged ", "removed "};

  final int status;
  /** The lines of standard output. */
  final List<String> output;
  /** The lines of standard error, without those about files that are read. */
  final List<String> errors = new ArrayList<>();
  final List<File> filesRead = new ArrayList<>();
  private final String command;

  CommandResult(String command, int status, List<String> output, List<String> errors) {
    this.command = command;
    this.status = status;
    this.output = output;
    for (String line : errors) {
      if (line.startsWith(READING)) {
        filesRead.add(new File(line.substring(READING.length())));
      } else {
        this.errors.add(line);
      }
    }
  }

  /**
   * Logs the findings, as errors if the command failed and else as warnings. What the command did
   * is logged only with {@code --info}.
   */
  void log(Logger logger) {
    LogLevel level = status == 0 ? LogLevel.WARN : LogLevel.ERROR;
    for (List<String> lines : Arrays.asList(output, errors)) {
      for (String line : lines) {
        logger.log(isProgress(line) ? LogLevel.INFO : level, line);
      }
    }
  }

  /** Fails if the command did. The message begins with the first error, which IDEs display. */
  void requireSuccess() {
    if (status == 0) {
      return;
    }
    List<String> found = new ArrayList<>(errors);
    found.addAll(output);
    List<String> located =
        found.stream().filter(line -> line.contains(": error: [")).collect(Collectors.toList());
    if (located.isEmpty()) {
      throw new GradleException("trema " + command + " failed with exit status " + status);
    }
    String others =
        located.size() == 1 ? "" : "\n" + (located.size() - 1) + " more: see the output above";
    throw new GradleException(located.get(0) + others);
  }

  private static boolean isProgress(String line) {
    for (String prefix : PROGRESS) {
      if (line.startsWith(prefix)) {
        return true;
      }
    }
    // The summary: "2 outputs, 1 written".
    return line.endsWith(" written");
  }
}
