package dev.trema.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.tasks.TaskProvider;

/** Returns the provider of a task, which the Android plugin expects instead of the task. */
interface TaskProviders {
  TaskProvider<?> provider(Task task);

  /** {@code TaskCollection.named}, which exists since Gradle 4.9. */
  static TaskProviders of(Project project) {
    return task -> {
      try {
        return (TaskProvider<?>)
            Reflection.invoke(
                project.getTasks(),
                Reflection.method(
                    project.getTasks(), "named",
                    types -> types.length == 1 && types[0] == String.class),
                task.getName());
      } catch (NoSuchMethodException error) {
        throw new GradleException(
            "The plugin 'dev.trema' requires Gradle 4.9 or later in an Android project; update"
                + " Gradle: gradle wrapper --gradle-version=8.14",
            error);
      }
    };
  }
}
