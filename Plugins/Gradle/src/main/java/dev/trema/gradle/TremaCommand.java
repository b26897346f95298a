package dev.trema.gradle;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.logging.Logger;

/**
 * The command {@code trema}, run as a process.
 *
 * <p>It is started with {@code ProcessBuilder}, which needs no project when a task runs and is the
 * same in every version of Gradle. {@code Project.exec} is gone in Gradle 9, and its replacement
 * {@code ExecOperations} came with Gradle 6.0.
 */
final class TremaCommand {
  /** The first version with all options that the tasks use. */
  static final String MINIMUM_VERSION = "0.1.0";

  private final String name;
  private final File directory;
  private final Logger logger;

  /**
   * @param name a name on the PATH, or a path
   * @param directory the folder that the command runs in, and that its path is relative to
   */
  TremaCommand(String name, File directory, Logger logger) {
    this.name = name;
    this.directory = directory;
    this.logger = logger;
  }

  /** Returns the command's version, or an empty string if it does not exist or is not trema. */
  String version() {
    File file = find();
    if (file == null) {
      return "";
    }
    CommandResult result = start(file, Arrays.asList("version"));
    String line = result.status == 0 && !result.output.isEmpty() ? result.output.get(0) : "";
    return line.startsWith("trema ") ? line.substring("trema ".length()).trim() : "";
  }

  /** Runs the command and returns its output. Fails if the command is missing or too old. */
  CommandResult run(List<String> words) {
    File file = find();
    if (file == null) {
      throw new GradleException(missing());
    }
    String version = version();
    if (version.isEmpty()) {
      throw new GradleException(
          "'" + file + "' is not the command of Trema; correct 'executable' in the block 'trema'"
              + " of the build script");
    }
    if (compare(version, MINIMUM_VERSION) < 0) {
      throw new GradleException(
          "The plugin 'dev.trema' requires trema " + MINIMUM_VERSION + " or later, but '" + file
              + "' is version " + version + "; update it, or use an older plugin");
    }
    List<String> verbose = new ArrayList<>(words);
    // The command then also lists the files that it reads.
    verbose.add("--verbose");
    logger.info("Running {} {}", file, String.join(" ", verbose));
    return start(file, verbose);
  }

  private boolean isPath() {
    return name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0;
  }

  private String missing() {
    return isPath()
        ? "'" + resolved() + "' does not exist or is not executable; install trema there, or"
            + " correct 'executable' in the block 'trema' of the build script"
        : "The command '" + name + "' is not on the PATH; install trema, or set 'executable' in"
            + " the block 'trema' of the build script to its path";
  }

  private File resolved() {
    File file = new File(name);
    return file.isAbsolute() ? file : new File(directory, name);
  }

  /** Returns the executable file, or null if there is none. */
  private File find() {
    if (isPath()) {
      return isExecutable(resolved()) ? resolved() : null;
    }
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
      File file = new File(folder, name);
      if (!folder.isEmpty() && isExecutable(file)) {
        return file;
      }
    }
    return null;
  }

  private static boolean isExecutable(File file) {
    return file.isFile() && file.canExecute();
  }

  private CommandResult start(File file, List<String> words) {
    List<String> all = new ArrayList<>();
    all.add(file.getPath());
    all.addAll(words);
    try {
      Process process = new ProcessBuilder(all).directory(directory).start();
      process.getOutputStream().close();
      List<String> output = new ArrayList<>();
      // Both streams must be read at the same time, or a full pipe would block the command.
      Thread reader = new Thread(() -> read(process.getInputStream(), output), "trema output");
      reader.start();
      List<String> errors = new ArrayList<>();
      try {
        read(process.getErrorStream(), errors);
        reader.join();
        return new CommandResult(words, process.waitFor(), output, errors);
      } catch (InterruptedException error) {
        process.destroy();
        Thread.currentThread().interrupt();
        throw new GradleException("'" + file + "' was interrupted", error);
      }
    } catch (IOException error) {
      // The message of the cause has the reason alone: error=2, No such file or directory.
      Throwable reason = error.getCause() == null ? error : error.getCause();
      throw new GradleException(
          "'" + file + "' cannot be run (" + reason.getMessage() + "); install trema for this"
              + " system, or correct 'executable' in the block 'trema' of the build script",
          error);
    }
  }

  private static void read(InputStream stream, List<String> lines) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException error) {
      lines.add("trema: the output cannot be read: " + error.getMessage());
    }
  }

  /** Compares versions by their numbers: 0.10.0 is later than 0.9.1. A suffix is ignored. */
  static int compare(String left, String right) {
    String[] first = left.split("[-+ ]")[0].split("\\.");
    String[] second = right.split("[-+ ]")[0].split("\\.");
    for (int index = 0; index < Math.max(first.length, second.length); index++) {
      int order = Integer.compare(number(first, index), number(second, index));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int number(String[] parts, int index) {
    try {
      return index < parts.length ? Integer.parseInt(parts[index]) : 0;
    } catch (NumberFormatException error) {
      return 0;
    }
  }
}
