package dev.trema.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import javax.inject.Inject;
import org.gradle.api.Project;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.ConfigurableFileTree;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.specs.Spec;

/** The settings of the plugin: the block {@code trema} of a build script. */
public class TremaExtension {
  /**
   * The files that {@code trema} usually reads in the folder of the project file. The names of
   * baselines and lists of languages are free, so each JSON file beside {@code trema.json} counts.
   * Build scripts do not: few projects name theirs in {@code app}, and they change often.
   */
  private static final String[] INPUTS = {
    "*.json", "**/*.trm", "**/Configuration*", "**/Info.plist",
  };

  private static final String[] OTHER_FOLDERS = {
    "**/build/**", "**/.*/**", "**/node_modules/**", "**/Pods/**", "**/DerivedData/**",
  };

  private final Property<String> executable;
  private final RegularFileProperty projectFile;
  private final DirectoryProperty outputDirectory;
  private final ConfigurableFileCollection sources;
  private final Property<String> prefix;
  private List<String> formats = new ArrayList<>();
  private List<String> arguments = new ArrayList<>();
  private boolean checkTexts = true;
  private boolean checkConfiguration = false;

  /** Creates the extension with its defaults. */
  @Inject
  public TremaExtension(Project project) {
    executable = project.getObjects().property(String.class);
    executable.set("trema");
    projectFile = FileProperties.file(project);
    projectFile.set(project.file("trema.json"));
    outputDirectory = FileProperties.directory(project);
    outputDirectory.set(project.getLayout().getBuildDirectory().dir("generated/trema"));
    prefix = project.getObjects().property(String.class);
    prefix.set("");
    Callable<List<Object>> inputs = () -> inputs(project);
    sources = project.files(inputs);
  }

  private List<Object> inputs(Project project) {
    File file = projectFile.getAsFile().get();
    ConfigurableFileTree tree = project.fileTree(file.getParentFile());
    tree.include(INPUTS);
    tree.exclude(OTHER_FOLDERS);
    return Arrays.asList(file, tree.filter(new IsFile()));
  }

  /** Excludes the folders of a tree, which would make the task depend on all of them. */
  private static final class IsFile implements Spec<File> {
    @Override
    public boolean isSatisfiedBy(File file) {
      return file.isFile();
    }
  }

  /** The command: a name on the PATH, or a path relative to the Gradle project. */
  public Property<String> getExecutable() {
    return executable;
  }

  /** The project file. Default: {@code trema.json} in the folder of the Gradle project. */
  public RegularFileProperty getProjectFile() {
    return projectFile;
  }

  /** The folder that outputs are written to. Default: {@code build/generated/trema}. */
  public DirectoryProperty getOutputDirectory() {
    return outputDirectory;
  }

  /**
   * The files that the command reads. Contains the catalogues and configurations in the folder of
   * the project file; others must be added.
   */
  public ConfigurableFileCollection getSources() {
    return sources;
  }

  /**
   * The folder of this module's outputs, as the directories of the outputs in the project file
   * begin: {@code android} for {@code android/res}. Default: none.
   */
  public Property<String> getPrefix() {
    return prefix;
  }

  /** The formats of the outputs to generate. Default: all. */
  public List<String> getFormats() {
    return formats;
  }

  public void setFormats(List<String> formats) {
    this.formats = new ArrayList<>(formats);
  }

  /** Adds formats. */
  public void formats(String... formats) {
    this.formats.addAll(Arrays.asList(formats));
  }

  /** More options, which {@code trema build} and {@code trema check} both have. */
  public List<String> getArguments() {
    return arguments;
  }

  public void setArguments(List<String> arguments) {
    this.arguments = new ArrayList<>(arguments);
  }

  /** Adds options. */
  public void arguments(String... arguments) {
    this.arguments.addAll(Arrays.asList(arguments));
  }

  /** Whether {@code tremaCheck} checks the texts. Default: true. */
  public boolean isCheckTexts() {
    return checkTexts;
  }

  public void setCheckTexts(boolean checkTexts) {
    this.checkTexts = checkTexts;
  }

  /** Whether {@code tremaCheck} checks the configurations. Default: false. */
  public boolean isCheckConfiguration() {
    return checkConfiguration;
  }

  public void setCheckConfiguration(boolean checkConfiguration) {
    this.checkConfiguration = checkConfiguration;
  }
}
