import Greetings
import TremaLocalization

for language in ["de", "en", "pt"] {
  Translator.switchLanguages(to: [language])
  print(language, Texts.title, hello("Zoë"), separator: ", ")
}
