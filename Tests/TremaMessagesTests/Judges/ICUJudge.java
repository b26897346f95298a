import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.util.ULocale;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Formats one message per line: language, pattern, numbers and texts, separated by tabs. */
public class ICUJudge {
  public static void main(String[] none) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    String line;
    while ((line = in.readLine()) != null) {
      String[] parts = line.split("\t", -1);
      try {
        Object[] arguments = new Object[parts.length - 2];
        for (int index = 2; index < parts.length; index++) {
          String part = parts[index];
          arguments[index - 2] =
              part.startsWith("#") ? (Object) Long.valueOf(part.substring(1)) : part;
        }
        out.println("=" + new MessageFormat(parts[1], new ULocale(parts[0])).format(arguments));
      } catch (IllegalArgumentException error) {
        out.println("!");
      }
    }
    out.flush();
  }
}
