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

  private static final String FAIL_ON = "--fail-on";

  /** The severities of findings, the highest first. */
  private static final String[] SEVERITIES = {"error", "warning", "note"};

  /** The prefixes of the lines that say what happened to outputs. */
  private static final String[] PROGRESS = {"wrote ", "unchanged ", "removed "};

  final int status;
  /** The lines of standard output. */
  final List<String> output;
  /** The lines of standard error, without those about files that are read. */
  final List<String> errors = new ArrayList<>();
  final List<File> filesRead = new ArrayList<>();
  private final List<String> words;

  /** @param words the command and its options */
  CommandResult(List<String> words, int status, List<String> output, List<String> errors) {
    this.words = words;
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

  /**
   * Fails if the command did. The message begins with the first finding that fails it, which IDEs
   * display.
   */
  void requireSuccess() {
    if (status == 0) {
      return;
    }
    List<String> found = new ArrayList<>(errors);
    found.addAll(output);
    List<String> located =
        found.stream().filter(this::isFailure).collect(Collectors.toList());
    if (located.isEmpty()) {
      throw new GradleException("trema " + words.get(0) + " failed with exit status " + status);
    }
    String others =
        located.size() == 1 ? "" : "\n" + (located.size() - 1) + " more: see the output above";
    throw new GradleException(located.get(0) + others);
  }

  /** Returns whether a line is a finding at or above the severity of {@code --fail-on}. */
  private boolean isFailure(String line) {
    for (String severity : SEVERITIES) {
      if (line.contains(": " + severity + ": [")) {
        return true;
      }
      if (severity.equals(failOn())) {
        return false;
      }
    }
    return false;
  }

  /** Returns the value of the last option {@code --fail-on}, or the command's default. */
  private String failOn() {
    String value = "error";
    for (int index = 0; index < words.size(); index++) {
      String word = words.get(index);
      if (word.startsWith(FAIL_ON + "=")) {
        value = word.substring(FAIL_ON.length() + 1);
      } else if (word.equals(FAIL_ON) && index + 1 < words.size()) {
        value = words.get(index + 1);
      }
    }
    return value;
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
