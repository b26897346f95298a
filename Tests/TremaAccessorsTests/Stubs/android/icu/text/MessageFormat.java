package android.icu.text;

import java.text.FieldPosition;
import java.text.Format;
import java.text.ParsePosition;
import java.util.Locale;

/** Android's own copy of ICU, under its own name; ICU4J does the work. */
public class MessageFormat extends Format {
  private final com.ibm.icu.text.MessageFormat format;

  public MessageFormat(String pattern, Locale locale) {
    format = new com.ibm.icu.text.MessageFormat(pattern, locale);
  }

  @Override
  public StringBuffer format(Object arguments, StringBuffer result, FieldPosition position) {
    return format.format(arguments, result, position);
  }

  @Override
  public Object parseObject(String source, ParsePosition position) {
    return format.parseObject(source, position);
  }
}
