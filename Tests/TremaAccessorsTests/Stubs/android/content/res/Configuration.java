package android.content.res;

import android.os.LocaleList;

public class Configuration {
  private final LocaleList locales;

  public Configuration(LocaleList locales) { this.locales = locales; }

  public LocaleList getLocales() { return locales; }
}
