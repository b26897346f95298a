package android.content.res;

import android.os.LocaleList;
import com.ibm.icu.text.PluralRules;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The part of Android's class that accessors call, with texts put in by hand. Formatting is that of
 * Android: the text as it is without arguments, {@code String.format} with them.
 */
public class Resources {
  private final Locale locale;
  private final Map<Integer, String> strings = new HashMap<>();
  private final Map<Integer, Map<String, String>> plurals = new HashMap<>();
  private final Map<Integer, String[]> arrays = new HashMap<>();

  public Resources(Locale locale) { this.locale = locale; }

  public Configuration getConfiguration() { return new Configuration(new LocaleList(locale)); }

  public String getString(int id) { return strings.get(id); }

  public String getString(int id, Object... arguments) {
    return String.format(locale, getString(id), arguments);
  }

  public String getQuantityString(int id, int quantity) {
    Map<String, String> forms = plurals.get(id);
    String form = forms.get(PluralRules.forLocale(locale).select(quantity));
    return form == null ? forms.get("other") : form;
  }

  public String getQuantityString(int id, int quantity, Object... arguments) {
    return String.format(locale, getQuantityString(id, quantity), arguments);
  }

  public String[] getStringArray(int id) { return arrays.get(id); }

  public void put(int id, String text) { strings.put(id, text); }

  public void put(int id, String category, String text) {
    plurals.computeIfAbsent(id, key -> new HashMap<>()).put(category, text);
  }

  public void putItems(int id, String... items) { arrays.put(id, items); }
}
