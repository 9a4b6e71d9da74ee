package oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON in one line, as maps, lists, strings, doubles, booleans and null.
 *
 * <p>Enough for the talk between the tests and this program; both ends are ours.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    final Json json = new Json(text);
    final Object value = json.value();
    json.blank();
    if (json.at != text.length()) {
      throw json.fault("end of line");
    }
    return value;
  }

  static String write(Object value) {
    final StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map) {
      char separator = '{';
      for (final Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        out.append(separator);
        quote(String.valueOf(entry.getKey()), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ',';
      }
      out.append(separator == '{' ? "{}" : "}");
    }
    else if (value instanceof Iterable) {
      char separator = '[';
      for (final Object item : (Iterable<?>) value) {
        out.append(separator);
        write(item, out);
        separator = ',';
      }
      out.append(separator == '[' ? "[]" : "]");
    }
    else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    }
    else {
      quote(value.toString(), out);
    }
  }

  private static void quote(String value, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      final char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      }
      else if (c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      }
      else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private Object value() {
    blank();
    final char c = peek();
    if (c == '{') {
      return object();
    }
    if (c == '[') {
      return list();
    }
    if (c == '"') {
      return string();
    }
    return word();
  }

  private Map<String, Object> object() {
    final Map<String, Object> map = new LinkedHashMap<>();
    at++;
    blank();
    if (peek() == '}') {
      at++;
      return map;
    }
    while (true) {
      blank();
      final String key = string();
      blank();
      expect(':');
      map.put(key, value());
      blank();
      if (peek() == '}') {
        at++;
        return map;
      }
      expect(',');
    }
  }

  private List<Object> list() {
    final List<Object> list = new ArrayList<>();
    at++;
    blank();
    if (peek() == ']') {
      at++;
      return list;
    }
    while (true) {
      list.add(value());
      blank();
      if (peek() == ']') {
        at++;
        return list;
      }
      expect(',');
    }
  }

  private String string() {
    expect('"');
    final StringBuilder out = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      if (c == '\\') {
        c = escaped(text.charAt(at++));
      }
      out.append(c);
    }
    at++;
    return out.toString();
  }

  private char escaped(char letter) {
    switch (letter) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'u':
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    default:
      return letter;
    }
  }

  private Object word() {
    final int start = at;
    while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    final String word = text.substring(start, at);
    switch (word) {
    case "true":
      return Boolean.TRUE;
    case "false":
      return Boolean.FALSE;
    case "null":
      return null;
    default:
      return Double.valueOf(word);
    }
  }

  private void blank() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw fault("more text");
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw fault("'" + c + "'");
    }
    at++;
  }

  private IllegalArgumentException fault(String expected) {
    return new IllegalArgumentException("JSON column " + at + ": expected " + expected);
  }
}
