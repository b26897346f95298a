package dev.trema.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.NamedDomainObjectContainer;
import org.gradle.api.Project;
import org.gradle.api.file.SourceDirectorySet;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;

/** Adds the generated folders to the main source set of a project with Java or Kotlin. */
final class JvmSources {
  private JvmSources() {}

  static void connect(Project project, GeneratedDirectories directories) {
    project.getPlugins().withId("java", plugin -> {
      // A property of the project in every version: first a convention's, then an extension.
      SourceSetContainer sets = (SourceSetContainer) project.property("sourceSets");
      SourceSet main = sets.getByName(SourceSet.MAIN_SOURCE_SET_NAME);
      main.getResources().srcDir(directories.directory("resources"));
      main.getJava().srcDir(directories.directory("java"));
    });
    project.getPlugins().withId("org.jetbrains.kotlin.jvm", plugin ->
        kotlin(project).srcDir(directories.directory("kotlin")));
  }

  /** Returns {@code kotlin.sourceSets.main.kotlin}, without depending on Kotlin's plugin. */
  private static SourceDirectorySet kotlin(Project project) {
    try {
      Object sets = Reflection.call(project.getExtensions().getByName("kotlin"), "getSourceSets");
      Object main = ((NamedDomainObjectContainer<?>) sets).getByName("main");
      return (SourceDirectorySet) Reflection.call(main, "getKotlin");
    } catch (NoSuchMethodException error) {
      throw new GradleException(
          "The plugin 'dev.trema' does not support this version of Kotlin's Gradle plugin; update"
              + " it to 1.3 or later",
          error);
    }
  }
}
