package dev.trema.gradle;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.tasks.TaskProvider;

/**
 * Adds the generated folders to the variants of an Android project, as the documentation of the
 * Android Gradle plugin describes: {@code androidComponents.onVariants { variant ->
 * variant.sources.res.addGeneratedSourceDirectory(task, property) } }.
 *
 * <p>The calls use reflection, so that this plugin needs no dependencies, and works whichever class
 * loader has loaded the Android plugin.
 */
final class AndroidSources {
  private static final String[] PLUGINS = {
    "com.android.application", "com.android.library", "com.android.dynamic-feature",
  };

  /** The properties of {@code Sources} whose names are those of the generated folders. */
  private static final String[] KINDS = {"res", "assets", "resources", "java", "kotlin"};

  private final Project project;
  private final GeneratedDirectories directories;
  private final TaskProviders providers;

  private AndroidSources(
      Project project, GeneratedDirectories directories, TaskProviders providers) {
    this.project = project;
    this.directories = directories;
    this.providers = providers;
  }

  static void connect(Project project, GeneratedDirectories directories, TaskProviders providers) {
    AndroidSources sources = new AndroidSources(project, directories, providers);
    for (String plugin : PLUGINS) {
      project.getPlugins().withId(plugin, applied -> sources.addToVariants());
    }
  }

  private void addToVariants() {
    Object components = project.getExtensions().findByName("androidComponents");
    if (components == null) {
      throw unsupported(null);
    }
    try {
      Object selector = Reflection.call(Reflection.call(components, "selector"), "all");
      Method onVariants =
          Reflection.method(components, "onVariants",
              types -> types.length == 2 && types[1] == Action.class);
      Action<Object> add = this::addToVariant;
      Reflection.invoke(components, onVariants, selector, add);
    } catch (NoSuchMethodException error) {
      throw unsupported(error);
    }
  }

  private void addToVariant(Object variant) {
    try {
      String name = (String) Reflection.call(variant, "getName");
      Object sources = Reflection.call(variant, "getSources");
      for (String kind : KINDS) {
        Object directories = Reflection.call(sources, "get" + capitalized(kind));
        // A library without Android resources has none of that kind.
        if (directories != null) {
          addDirectory(directories, name, kind);
        }
      }
    } catch (NoSuchMethodException error) {
      throw unsupported(error);
    }
  }

  /**
   * Adds a folder to the source directories of a variant. The Android plugin chooses the location
   * of a generated folder, so a task of each variant copies the files there.
   */
  private void addDirectory(Object target, String variant, String kind)
      throws NoSuchMethodException {
    TremaCopy task =
        project.getTasks().create(
            "trema" + capitalized(variant) + capitalized(kind), TremaCopy.class, copy -> {
              copy.setDescription(
                  "Copies the generated folder '" + kind + "' for the variant '" + variant + "'.");
              copy.setSource(directories.directory(kind));
            });
    Method add =
        Reflection.method(target, "addGeneratedSourceDirectory",
            types -> types.length == 2 && types[0] == TaskProvider.class && types[1].isInterface());
    // Kotlin's Function1<TremaCopy, DirectoryProperty>.
    Class<?> function = add.getParameterTypes()[1];
    Object output =
        Proxy.newProxyInstance(
            function.getClassLoader(), new Class<?>[] {function},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return objectMethod(proxy, method, arguments);
              }
              return ((TremaCopy) arguments[0]).getOutputDirectory();
            });
    Reflection.invoke(target, add, providers.provider(task), output);
  }

  private static Object objectMethod(Object proxy, Method method, Object[] arguments) {
    switch (method.getName()) {
      case "equals": return proxy == arguments[0];
      case "hashCode": return System.identityHashCode(proxy);
      default: return "TremaCopy.getOutputDirectory";
    }
  }

  private static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private static GradleException unsupported(Throwable cause) {
    return new GradleException(
        "The plugin 'dev.trema' requires the Android Gradle plugin 8.0 or later; update it, or"
            + " declare the folders of tremaBuild in 'android.sourceSets'",
        cause);
  }
}
