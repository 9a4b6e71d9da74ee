package oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The arguments of one request, each asked for by name and type. */
final class Args {
  private final Map<?, ?> values;

  Args(Map<?, ?> values) {
    this.values = values;
  }

  String text(String name) {
    final String value = optional(name);
    if (value == null) {
      throw new IllegalArgumentException("argument '" + name + "' is missing");
    }
    return value;
  }

  String optional(String name) {
    final Object value = values.get(name);
    return value == null ? null : value.toString();
  }

  int number(String name) {
    final Object value = values.get(name);
    if (!(value instanceof Number)) {
      throw new IllegalArgumentException("argument '" + name + "' must be a number, is " + value);
    }
    return ((Number) value).intValue();
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  List<String> texts(String name) {
    final List<String> list = new ArrayList<>();
    for (final Object item : list(name)) {
      list.add(item.toString());
    }
    return list;
  }

  List<int[]> points(String name) {
    final List<int[]> points = new ArrayList<>();
    for (final Object item : list(name)) {
      final List<?> pair = (List<?>) item;
      points.add(new int[] {((Number) pair.get(0)).intValue(), ((Number) pair.get(1)).intValue()});
    }
    return points;
  }

  private List<?> list(String name) {
    final Object value = values.get(name);
    return value == null ? List.of() : (List<?>) value;
  }
}
