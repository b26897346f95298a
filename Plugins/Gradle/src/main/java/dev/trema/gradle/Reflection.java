package dev.trema.gradle;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Predicate;
import org.gradle.api.GradleException;

/** Calls methods that exist only in some versions of Gradle, or that belong to other plugins. */
final class Reflection {
  private Reflection() {}

  /**
   * Calls a method without parameters.
   *
   * @throws NoSuchMethodException if the object does not have it
   */
  static Object call(Object object, String name) throws NoSuchMethodException {
    return invoke(object, object.getClass().getMethod(name));
  }

  /**
   * Returns the public method with a name and suitable parameters.
   *
   * @throws NoSuchMethodException if the object does not have one
   */
  static Method method(Object object, String name, Predicate<Class<?>[]> parameters)
      throws NoSuchMethodException {
    for (Method method : object.getClass().getMethods()) {
      // A bridge method has erased types.
      if (method.getName().equals(name)
          && !method.isBridge()
          && parameters.test(method.getParameterTypes())) {
        return method;
      }
    }
    throw new NoSuchMethodException(name);
  }

  static Object invoke(Object object, Method method, Object... arguments) {
    try {
      // The method is public, but the class that implements it may not be.
      method.setAccessible(true);
      return method.invoke(object, arguments);
    } catch (InvocationTargetException error) {
      Throwable cause = error.getCause();
      if (cause instanceof RuntimeException) {
        throw (RuntimeException) cause;
      }
      throw new GradleException(method.getName() + " has failed", cause);
    } catch (IllegalAccessException error) {
      throw new GradleException(method.getName() + " cannot be called", error);
    }
  }
}
