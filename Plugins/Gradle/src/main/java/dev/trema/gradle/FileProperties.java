package dev.trema.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;

/**
 * Creates properties for files and directories.
 *
 * <p>{@code ObjectFactory} has the methods since Gradle 5.0. {@code ProjectLayout}, which had them
 * before, has lost them in Gradle 6.0.
 */
final class FileProperties {
  private FileProperties() {}

  static DirectoryProperty directory(Project project) {
    return (DirectoryProperty) create(project, "directoryProperty");
  }

  static RegularFileProperty file(Project project) {
    return (RegularFileProperty) create(project, "fileProperty");
  }

  private static Object create(Project project, String method) {
    try {
      return Reflection.call(project.getObjects(), method);
    } catch (NoSuchMethodException old) {
      try {
        return Reflection.call(project.getLayout(), method);
      } catch (NoSuchMethodException unknown) {
        throw new GradleException("This version of Gradle has no " + method + "()", unknown);
      }
    }
  }
}
