package dev.trema.gradle;

import org.gradle.api.Action;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.Transformer;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskProvider;

/**
 * The plugin with task providers of its own: a Gradle older than 4.9 has none, and the real Android
 * plugin does not run on it.
 */
public class OldGradleTremaPlugin extends TremaPlugin {
  @Override
  TaskProviders providers(Project project) {
    return task -> new ProviderOfTask(project, task);
  }

  private static final class ProviderOfTask implements TaskProvider<Task> {
    private final Project project;
    private final Task task;

    ProviderOfTask(Project project, Task task) {
      this.project = project;
      this.task = task;
    }

    @Override
    public String getName() {
      return task.getName();
    }

    @Override
    public void configure(Action<? super Task> action) {
      action.execute(task);
    }

    @Override
    public Task get() {
      return task;
    }

    @Override
    public Task getOrNull() {
      return task;
    }

    @Override
    public Task getOrElse(Task value) {
      return task;
    }

    @Override
    public <S> Provider<S> map(Transformer<? extends S, ? super Task> transformer) {
      return project.provider(() -> transformer.transform(task));
    }

    @Override
    public boolean isPresent() {
      return true;
    }
  }
}
