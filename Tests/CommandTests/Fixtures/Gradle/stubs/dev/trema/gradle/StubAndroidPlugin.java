package dev.trema.gradle;

import com.android.build.api.variant.AndroidComponentsExtension;
import com.android.build.api.variant.SourceDirectories;
import com.android.build.api.variant.Sources;
import com.android.build.api.variant.Variant;
import com.android.build.api.variant.VariantSelector;
import java.io.File;
import kotlin.Unit;
import kotlin.jvm.functions.Function1;
import org.gradle.api.Action;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.TaskProvider;

/**
 * A plugin with the id of Android's. It has the variants debug and release; release has no Android
 * resources. The task {@code sources} prints the files of the source directories.
 */
public class StubAndroidPlugin implements Plugin<Project> {
  @Override
  public void apply(Project project) {
    Task list = project.getTasks().create("sources");
    project.getExtensions().add("androidComponents", new Components(project, list));
  }

  /** Like the real implementation, not public. */
  private static final class Components implements AndroidComponentsExtension<Variant> {
    private final Project project;
    private final Task list;

    Components(Project project, Task list) {
      this.project = project;
      this.list = list;
    }

    @Override
    public VariantSelector selector() {
      return new VariantSelector() {
        @Override
        public VariantSelector all() {
          return this;
        }
      };
    }

    @Override
    public void onVariants(VariantSelector selector, Function1<? super Variant, Unit> callback) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onVariants(VariantSelector selector, Action<Variant> callback) {
      // The real plugin calls back when the build script has been evaluated.
      project.afterEvaluate(evaluated -> {
        callback.execute(new StubVariant(this, "debug"));
        callback.execute(new StubVariant(this, "release"));
      });
    }
  }

  private static final class StubVariant implements Variant, Sources {
    private final Components components;
    private final String name;

    StubVariant(Components components, String name) {
      this.components = components;
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public Sources getSources() {
      return this;
    }

    @Override
    public SourceDirectories.Flat getJava() {
      return new Directories(components, "java");
    }

    @Override
    public SourceDirectories.Flat getKotlin() {
      return new Directories(components, "kotlin");
    }

    @Override
    public SourceDirectories.Layered getRes() {
      return name.equals("release") ? null : new Directories(components, "res");
    }

    @Override
    public SourceDirectories.Flat getResources() {
      return new Directories(components, "resources");
    }

    @Override
    public SourceDirectories.Layered getAssets() {
      return new Directories(components, "assets");
    }
  }

  private static final class Directories
      implements SourceDirectories.Flat, SourceDirectories.Layered {
    private final Components components;
    private final String name;

    Directories(Components components, String name) {
      this.components = components;
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public <TaskT extends Task> void addGeneratedSourceDirectory(
        TaskProvider<TaskT> taskProvider,
        Function1<? super TaskT, ? extends DirectoryProperty> wiredWith) {
      Project project = components.project;
      TaskT task = taskProvider.get();
      DirectoryProperty directory = wiredWith.invoke(task);
      // The location that the Android plugin chooses.
      File location =
          new File(project.getBuildDir(), "generated/" + name + "/" + taskProvider.getName());
      directory.set(location);
      components.list.dependsOn(task);
      Action<Task> print = listing -> {
        for (File file : project.fileTree(location).getFiles()) {
          String path = location.toPath().relativize(file.toPath()).toString();
          System.out.println(name + " of " + task.getName() + ": " + path);
        }
      };
      components.list.doLast(print);
    }

    @Override
    public void addStaticSourceDirectory(String srcDir) {
      throw new UnsupportedOperationException();
    }
  }
}
