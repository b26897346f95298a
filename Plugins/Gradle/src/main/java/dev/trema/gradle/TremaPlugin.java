package dev.trema.gradle;

import java.util.ArrayList;
import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.language.base.plugins.LifecycleBasePlugin;
import org.gradle.util.GradleVersion;

/**
 * The plugin {@code dev.trema}: generates resources and code from a {@code trema.json}, and checks
 * its texts.
 *
 * <p>It uses only Gradle API that is the same from version 4.4 to the current one. A class that has
 * to bridge a difference says so.
 */
public class TremaPlugin implements Plugin<Project> {
  /** The first version with all types that the plugin uses. The tests run it on 4.4.1. */
  static final String MINIMUM_GRADLE = "4.4";

  /** The name of the task that generates the outputs. */
  public static final String BUILD_TASK = "tremaBuild";

  /** The name of the task that checks texts and configurations. */
  public static final String CHECK_TASK = "tremaCheck";

  @Override
  public void apply(Project project) {
    requireGradle(GradleVersion.current());
    project.getPluginManager().apply(LifecycleBasePlugin.class);
    TremaExtension extension =
        project.getExtensions().create("trema", TremaExtension.class, project);

    TremaBuild build =
        project.getTasks().create(BUILD_TASK, TremaBuild.class, task -> {
          task.setDescription("Generates resources and code from trema.json.");
          configure(task, extension, project);
          task.setFormats(project.provider(() -> new ArrayList<>(extension.getFormats())));
          task.getOutputDirectory().set(extension.getOutputDirectory());
        });
    TremaCheck check =
        project.getTasks().create(CHECK_TASK, TremaCheck.class, task -> {
          task.setDescription("Checks the texts and configurations of trema.json.");
          configure(task, extension, project);
          task.setTexts(project.provider(extension::isCheckTexts));
          task.setConfiguration(project.provider(extension::isCheckConfiguration));
          task.getReport()
              .set(project.getLayout().getBuildDirectory().file("reports/trema/check.txt"));
        });
    build.setGroup(LifecycleBasePlugin.BUILD_GROUP);
    check.setGroup(LifecycleBasePlugin.VERIFICATION_GROUP);
    project.getTasks().getByName(LifecycleBasePlugin.CHECK_TASK_NAME).dependsOn(check);

    GeneratedDirectories directories = new GeneratedDirectories(project, extension, build);
    JvmSources.connect(project, directories);
    AndroidSources.connect(project, directories, providers(project));
  }

  /** Returns the providers of the project's tasks. A test runs without those of newer versions. */
  TaskProviders providers(Project project) {
    return TaskProviders.of(project);
  }

  private static void configure(TremaTask task, TremaExtension extension, Project project) {
    task.getExecutable().set(extension.getExecutable());
    task.getProjectFile().set(extension.getProjectFile());
    task.setSources(extension.getSources());
    task.setArguments(project.provider(() -> new ArrayList<>(extension.getArguments())));
  }

  /**
   * Fails for a version of Gradle without the types that the plugin uses. This must be the first
   * call: the classes of the tasks cannot be loaded there.
   */
  static void requireGradle(GradleVersion current) {
    if (current.getBaseVersion().compareTo(GradleVersion.version(MINIMUM_GRADLE)) < 0) {
      throw new GradleException(
          "The plugin 'dev.trema' requires Gradle " + MINIMUM_GRADLE + " or later, not "
              + current.getVersion()
              + "; update Gradle: gradle wrapper --gradle-version=8.14");
    }
  }
}
