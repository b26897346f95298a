package dev.trema.gradle;

import java.lang.reflect.Proxy;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.tasks.TaskContainer;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.util.GradleVersion;

/** Prints what the plugin does in versions of Gradle and trema that are not installed here. */
final class VersionChecks {
  private VersionChecks() {}

  /** The method that {@code TaskCollection} has since Gradle 4.9. */
  public interface NamedTasks {
    TaskProvider<?> named(String name);
  }

  public static void main(String[] arguments) {
    for (String version : new String[] {"4.3.1", "4.4-rc-1", "4.4.1", "8.14.3", "9.1.0"}) {
      print("Gradle " + version, () -> {
        TremaPlugin.requireGradle(GradleVersion.version(version));
        return "supported";
      });
    }
    for (String version : new String[] {"0.0.9", "0.1.0", "0.10.0", "1", "0.2.0-beta+5", "0.1"}) {
      int order = TremaCommand.compare(version, TremaCommand.MINIMUM_VERSION);
      System.out.println("trema " + version + ": " + (order < 0 ? "too old" : "supported"));
    }
    TaskProvider<?> provider = fake(TaskProvider.class, null);
    Task task = fake(Task.class, "copy");
    Project old = fake(Project.class, fake(TaskContainer.class, null));
    print("Android, Gradle 4.4", () -> TaskProviders.of(old).provider(task));
    Project current =
        fake(Project.class, fake(TaskContainer.class, provider, NamedTasks.class));
    print("Android, Gradle 4.9",
        () -> TaskProviders.of(current).provider(task) == provider ? "named" : "unexpected");
  }

  private interface Action {
    Object run();
  }

  private static void print(String name, Action action) {
    try {
      System.out.println(name + ": " + action.run());
    } catch (RuntimeException error) {
      System.out.println(name + ": " + error.getMessage());
    }
  }

  /** Returns an object whose methods all return the same value. */
  private static <T> T fake(Class<T> type, Object value, Class<?>... others) {
    Class<?>[] types = new Class<?>[others.length + 1];
    types[0] = type;
    System.arraycopy(others, 0, types, 1, others.length);
    return type.cast(
        Proxy.newProxyInstance(
            VersionChecks.class.getClassLoader(), types, (proxy, method, arguments) -> value));
  }
}
