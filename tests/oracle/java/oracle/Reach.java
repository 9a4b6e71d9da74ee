package oracle;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Reads, writes and calls what the engine keeps protected, where a player would press a button. */
final class Reach {
  private Reach() {
  }

  static <T> T get(Object owner, Class<?> declaring, String name, Class<T> type) {
    try {
      return type.cast(field(declaring, name).get(owner));
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException(declaring.getName() + "." + name, e);
    }
  }

  static void set(Object owner, Class<?> declaring, String name, Object value) {
    try {
      field(declaring, name).set(owner, value);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException(declaring.getName() + "." + name, e);
    }
  }

  static Object call(Object owner, Class<?> declaring, String name) {
    try {
      final Method method = declaring.getDeclaredMethod(name);
      method.setAccessible(true);
      return method.invoke(owner);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException(declaring.getName() + "." + name + "()", e);
    }
  }

  private static Field field(Class<?> declaring, String name) throws NoSuchFieldException {
    final Field field = declaring.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
