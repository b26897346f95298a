// Generated from Texts.trm. Do not edit: change the catalogue and generate again.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
public enum Long {
  /// `a_rather_long_key_that_somebody_made_of_a_whole_sentence`: "x"
  public static var aRatherLongKeyThatSomebodyMadeOfAWholeSentence: String {
    translate(
      "a_rather_long_key_that_somebody_made_of_a_whole_sentence", table: "Localizable",
      bundle: Bundle(name: "long"))
  }

  /// `a_rather_long_key_that_somebody_made_of_a_whole_sentence_more`: "x"
  public static var aRatherLongKeyThatSomebodyMadeOfAWholeSentenceMore: String {
    translate(
      "a_rather_long_key_that_somebody_made_of_a_whole_sentence_more", table: "Localizable",
      bundle: Bundle(name: "long"))
  }

  /// `a_rather_long_key_that_somebody_made_of_a_whole_sentence_a_rather_long_key_that_somebody_made_of_a_whole_sentence`:
  /// "x"
  public static
    var aRatherLongKeyThatSomebodyMadeOfAWholeSentenceARatherLongKeyThatSomebodyMadeOfAWholeSentence:
    String
  {
    translate(
      "a_rather_long_key_that_somebody_made_of_a_whole_sentence_a_rather_long_key_that_somebody_made_of_a_whole_sentence",
      table: "Localizable", bundle: Bundle(name: "long"))
  }

  /// `a_rather_long_key_that_somebody_made_of_a_whole_sentence_function`: "%@ %@"
  public static func aRatherLongKeyThatSomebodyMadeOfAWholeSentenceFunction(
    _ argument1: String, _ argument2: String
  ) -> String {
    translate(
      "a_rather_long_key_that_somebody_made_of_a_whole_sentence_function", argument1, argument2,
      table: "Localizable", bundle: Bundle(name: "long"))
  }

  /// `a_rather_long_key_that_somebody_made_of_a_whole_sentence_a_rather_long_key_that_somebody_made_of_a_whole_sentence_function`:
  /// "%@ %@"
  public static func
    aRatherLongKeyThatSomebodyMadeOfAWholeSentenceARatherLongKeyThatSomebodyMadeOfAWholeSentenceFunction(
      _ argument1: String, _ argument2: String
    ) -> String
  {
    translate(
      "a_rather_long_key_that_somebody_made_of_a_whole_sentence_a_rather_long_key_that_somebody_made_of_a_whole_sentence_function",
      argument1, argument2, table: "Localizable", bundle: Bundle(name: "long"))
  }

  /// `Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein
  /// ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer
  /// Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein
  /// ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. `: "x"
  public static
    var einGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatzEinGanzerSatz:
    String
  {
    translate(
      "Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. Ein ganzer Satz. ",
      table: "Localizable", bundle: Bundle(name: "long"))
  }

  /// `many`: "%99$d %1$@ %2$@ %3$@ %4$@ %5$@ %6$@ %7$@ %8$@ %9$@ %10$@ %11$@ %12$@ %13$@ %14$@
  /// %15$@ %16$@ %17$@ %18$@ %19$@ %20$@ %21$@ %22$@ %23$@ %24$@ %25$@ %26$@ %27$@ %28$@ %29$@
  /// %30$@ %31$@ %32$@ %33$@ %34$@ %35$@ %36$@ %37$@ %38$@ %39$@ %40$@ %41$@ %42$@ %43$@ %44$@
  /// %45$@ %46$@ %47$@ %48$@ %49$@ %50$@ %51$@ %52$@ %53$@ %54$@ %55$@ %56$@ %57$@ %58$@ %59$@
  /// %60$@ %61$@ %62$@ %63$@ %64$@ %65$@ %66$@ %67$@ %68$@ %69$@ %70$@ %71$@ %72$@ %73$@ %74$@
  /// %75$@ %76$@ %77$@ %78$@ %79$@ %80$@ %81$@ %82$@ %83$@ %84$@ %85$@ %86$@ %87$@ %88$@ %89$@
  /// %90$@ %91$@ %92$@ %93$@ %94$@ %95$@ %96$@ %97$@ %98$@"
  ///
  /// - Parameters:
  ///   - argument1: what `%1$@` shows.
  ///   - argument2: what `%2$@` shows.
  ///   - longlonglonglonglonglonglonglonglonglonglonglonglonglonglong: what `%3$@` shows.
  ///   - aRatherLongKeyThatSomebodyMadeOfAWholeSentence: a_rather_long_key_that_somebody_made_of_a_whole_sentence
  ///   - argument5: what `%5$@` shows.
  ///   - argument6: what `%6$@` shows.
  ///   - argument7: what `%7$@` shows.
  ///   - argument8: what `%8$@` shows.
  ///   - argument9: what `%9$@` shows.
  ///   - argument10: what `%10$@` shows.
  ///   - argument11: what `%11$@` shows.
  ///   - argument12: what `%12$@` shows.
  ///   - argument13: what `%13$@` shows.
  ///   - argument14: what `%14$@` shows.
  ///   - argument15: what `%15$@` shows.
  ///   - argument16: what `%16$@` shows.
  ///   - argument17: what `%17$@` shows.
  ///   - argument18: what `%18$@` shows.
  ///   - argument19: what `%19$@` shows.
  ///   - argument20: what `%20$@` shows.
  ///   - argument21: what `%21$@` shows.
  ///   - argument22: what `%22$@` shows.
  ///   - argument23: what `%23$@` shows.
  ///   - argument24: what `%24$@` shows.
  ///   - argument25: what `%25$@` shows.
  ///   - argument26: what `%26$@` shows.
  ///   - argument27: what `%27$@` shows.
  ///   - argument28: what `%28$@` shows.
  ///   - argument29: what `%29$@` shows.
  ///   - argument30: what `%30$@` shows.
  ///   - argument31: what `%31$@` shows.
  ///   - argument32: what `%32$@` shows.
  ///   - argument33: what `%33$@` shows.
  ///   - argument34: what `%34$@` shows.
  ///   - argument35: what `%35$@` shows.
  ///   - argument36: what `%36$@` shows.
  ///   - argument37: what `%37$@` shows.
  ///   - argument38: what `%38$@` shows.
  ///   - argument39: what `%39$@` shows.
  ///   - argument40: what `%40$@` shows.
  ///   - argument41: what `%41$@` shows.
  ///   - argument42: what `%42$@` shows.
  ///   - argument43: what `%43$@` shows.
  ///   - argument44: what `%44$@` shows.
  ///   - argument45: what `%45$@` shows.
  ///   - argument46: what `%46$@` shows.
  ///   - argument47: what `%47$@` shows.
  ///   - argument48: what `%48$@` shows.
  ///   - argument49: what `%49$@` shows.
  ///   - argument50: what `%50$@` shows.
  ///   - argument51: what `%51$@` shows.
  ///   - argument52: what `%52$@` shows.
  ///   - argument53: what `%53$@` shows.
  ///   - argument54: what `%54$@` shows.
  ///   - argument55: what `%55$@` shows.
  ///   - argument56: what `%56$@` shows.
  ///   - argument57: what `%57$@` shows.
  ///   - argument58: what `%58$@` shows.
  ///   - argument59: what `%59$@` shows.
  ///   - argument60: what `%60$@` shows.
  ///   - argument61: what `%61$@` shows.
  ///   - argument62: what `%62$@` shows.
  ///   - argument63: what `%63$@` shows.
  ///   - argument64: what `%64$@` shows.
  ///   - argument65: what `%65$@` shows.
  ///   - argument66: what `%66$@` shows.
  ///   - argument67: what `%67$@` shows.
  ///   - argument68: what `%68$@` shows.
  ///   - argument69: what `%69$@` shows.
  ///   - argument70: what `%70$@` shows.
  ///   - argument71: what `%71$@` shows.
  ///   - argument72: what `%72$@` shows.
  ///   - argument73: what `%73$@` shows.
  ///   - argument74: what `%74$@` shows.
  ///   - argument75: what `%75$@` shows.
  ///   - argument76: what `%76$@` shows.
  ///   - argument77: what `%77$@` shows.
  ///   - argument78: what `%78$@` shows.
  ///   - argument79: what `%79$@` shows.
  ///   - argument80: what `%80$@` shows.
  ///   - argument81: what `%81$@` shows.
  ///   - argument82: what `%82$@` shows.
  ///   - argument83: what `%83$@` shows.
  ///   - argument84: what `%84$@` shows.
  ///   - argument85: what `%85$@` shows.
  ///   - argument86: what `%86$@` shows.
  ///   - argument87: what `%87$@` shows.
  ///   - argument88: what `%88$@` shows.
  ///   - argument89: what `%89$@` shows.
  ///   - argument90: what `%90$@` shows.
  ///   - argument91: what `%91$@` shows.
  ///   - argument92: what `%92$@` shows.
  ///   - argument93: what `%93$@` shows.
  ///   - argument94: what `%94$@` shows.
  ///   - argument95: what `%95$@` shows.
  ///   - argument96: what `%96$@` shows.
  ///   - argument97: what `%97$@` shows.
  ///   - argument98: what `%98$@` shows.
  ///   - argument99: what `%99$d` shows.
  /// - Returns: the text in the language of the app.
  public static func many(
    _ argument1: String, _ argument2: String,
    longlonglonglonglonglonglonglonglonglonglonglonglonglonglong: String,
    aRatherLongKeyThatSomebodyMadeOfAWholeSentence: String, _ argument5: String,
    _ argument6: String, _ argument7: String, _ argument8: String, _ argument9: String,
    _ argument10: String, _ argument11: String, _ argument12: String, _ argument13: String,
    _ argument14: String, _ argument15: String, _ argument16: String, _ argument17: String,
    _ argument18: String, _ argument19: String, _ argument20: String, _ argument21: String,
    _ argument22: String, _ argument23: String, _ argument24: String, _ argument25: String,
    _ argument26: String, _ argument27: String, _ argument28: String, _ argument29: String,
    _ argument30: String, _ argument31: String, _ argument32: String, _ argument33: String,
    _ argument34: String, _ argument35: String, _ argument36: String, _ argument37: String,
    _ argument38: String, _ argument39: String, _ argument40: String, _ argument41: String,
    _ argument42: String, _ argument43: String, _ argument44: String, _ argument45: String,
    _ argument46: String, _ argument47: String, _ argument48: String, _ argument49: String,
    _ argument50: String, _ argument51: String, _ argument52: String, _ argument53: String,
    _ argument54: String, _ argument55: String, _ argument56: String, _ argument57: String,
    _ argument58: String, _ argument59: String, _ argument60: String, _ argument61: String,
    _ argument62: String, _ argument63: String, _ argument64: String, _ argument65: String,
    _ argument66: String, _ argument67: String, _ argument68: String, _ argument69: String,
    _ argument70: String, _ argument71: String, _ argument72: String, _ argument73: String,
    _ argument74: String, _ argument75: String, _ argument76: String, _ argument77: String,
    _ argument78: String, _ argument79: String, _ argument80: String, _ argument81: String,
    _ argument82: String, _ argument83: String, _ argument84: String, _ argument85: String,
    _ argument86: String, _ argument87: String, _ argument88: String, _ argument89: String,
    _ argument90: String, _ argument91: String, _ argument92: String, _ argument93: String,
    _ argument94: String, _ argument95: String, _ argument96: String, _ argument97: String,
    _ argument98: String, _ argument99: Int
  ) -> String {
    translate(
      "many", argument1, argument2, longlonglonglonglonglonglonglonglonglonglonglonglonglonglong,
      aRatherLongKeyThatSomebodyMadeOfAWholeSentence, argument5, argument6, argument7, argument8,
      argument9, argument10, argument11, argument12, argument13, argument14, argument15, argument16,
      argument17, argument18, argument19, argument20, argument21, argument22, argument23,
      argument24, argument25, argument26, argument27, argument28, argument29, argument30,
      argument31, argument32, argument33, argument34, argument35, argument36, argument37,
      argument38, argument39, argument40, argument41, argument42, argument43, argument44,
      argument45, argument46, argument47, argument48, argument49, argument50, argument51,
      argument52, argument53, argument54, argument55, argument56, argument57, argument58,
      argument59, argument60, argument61, argument62, argument63, argument64, argument65,
      argument66, argument67, argument68, argument69, argument70, argument71, argument72,
      argument73, argument74, argument75, argument76, argument77, argument78, argument79,
      argument80, argument81, argument82, argument83, argument84, argument85, argument86,
      argument87, argument88, argument89, argument90, argument91, argument92, argument93,
      argument94, argument95, argument96, argument97, argument98, argument99, table: "Localizable",
      bundle: Bundle(name: "long"))
  }
}
