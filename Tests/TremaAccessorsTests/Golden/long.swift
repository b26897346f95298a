// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

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
  ///   - argument1: the argument of `%1$@`.
  ///   - argument2: the argument of `%2$@`.
  ///   - longlonglonglonglonglonglonglonglonglonglonglonglonglonglong: the argument of `%3$@`.
  ///   - aRatherLongKeyThatSomebodyMadeOfAWholeSentence: a_rather_long_key_that_somebody_made_of_a_whole_sentence
  ///   - argument5: the argument of `%5$@`.
  ///   - argument6: the argument of `%6$@`.
  ///   - argument7: the argument of `%7$@`.
  ///   - argument8: the argument of `%8$@`.
  ///   - argument9: the argument of `%9$@`.
  ///   - argument10: the argument of `%10$@`.
  ///   - argument11: the argument of `%11$@`.
  ///   - argument12: the argument of `%12$@`.
  ///   - argument13: the argument of `%13$@`.
  ///   - argument14: the argument of `%14$@`.
  ///   - argument15: the argument of `%15$@`.
  ///   - argument16: the argument of `%16$@`.
  ///   - argument17: the argument of `%17$@`.
  ///   - argument18: the argument of `%18$@`.
  ///   - argument19: the argument of `%19$@`.
  ///   - argument20: the argument of `%20$@`.
  ///   - argument21: the argument of `%21$@`.
  ///   - argument22: the argument of `%22$@`.
  ///   - argument23: the argument of `%23$@`.
  ///   - argument24: the argument of `%24$@`.
  ///   - argument25: the argument of `%25$@`.
  ///   - argument26: the argument of `%26$@`.
  ///   - argument27: the argument of `%27$@`.
  ///   - argument28: the argument of `%28$@`.
  ///   - argument29: the argument of `%29$@`.
  ///   - argument30: the argument of `%30$@`.
  ///   - argument31: the argument of `%31$@`.
  ///   - argument32: the argument of `%32$@`.
  ///   - argument33: the argument of `%33$@`.
  ///   - argument34: the argument of `%34$@`.
  ///   - argument35: the argument of `%35$@`.
  ///   - argument36: the argument of `%36$@`.
  ///   - argument37: the argument of `%37$@`.
  ///   - argument38: the argument of `%38$@`.
  ///   - argument39: the argument of `%39$@`.
  ///   - argument40: the argument of `%40$@`.
  ///   - argument41: the argument of `%41$@`.
  ///   - argument42: the argument of `%42$@`.
  ///   - argument43: the argument of `%43$@`.
  ///   - argument44: the argument of `%44$@`.
  ///   - argument45: the argument of `%45$@`.
  ///   - argument46: the argument of `%46$@`.
  ///   - argument47: the argument of `%47$@`.
  ///   - argument48: the argument of `%48$@`.
  ///   - argument49: the argument of `%49$@`.
  ///   - argument50: the argument of `%50$@`.
  ///   - argument51: the argument of `%51$@`.
  ///   - argument52: the argument of `%52$@`.
  ///   - argument53: the argument of `%53$@`.
  ///   - argument54: the argument of `%54$@`.
  ///   - argument55: the argument of `%55$@`.
  ///   - argument56: the argument of `%56$@`.
  ///   - argument57: the argument of `%57$@`.
  ///   - argument58: the argument of `%58$@`.
  ///   - argument59: the argument of `%59$@`.
  ///   - argument60: the argument of `%60$@`.
  ///   - argument61: the argument of `%61$@`.
  ///   - argument62: the argument of `%62$@`.
  ///   - argument63: the argument of `%63$@`.
  ///   - argument64: the argument of `%64$@`.
  ///   - argument65: the argument of `%65$@`.
  ///   - argument66: the argument of `%66$@`.
  ///   - argument67: the argument of `%67$@`.
  ///   - argument68: the argument of `%68$@`.
  ///   - argument69: the argument of `%69$@`.
  ///   - argument70: the argument of `%70$@`.
  ///   - argument71: the argument of `%71$@`.
  ///   - argument72: the argument of `%72$@`.
  ///   - argument73: the argument of `%73$@`.
  ///   - argument74: the argument of `%74$@`.
  ///   - argument75: the argument of `%75$@`.
  ///   - argument76: the argument of `%76$@`.
  ///   - argument77: the argument of `%77$@`.
  ///   - argument78: the argument of `%78$@`.
  ///   - argument79: the argument of `%79$@`.
  ///   - argument80: the argument of `%80$@`.
  ///   - argument81: the argument of `%81$@`.
  ///   - argument82: the argument of `%82$@`.
  ///   - argument83: the argument of `%83$@`.
  ///   - argument84: the argument of `%84$@`.
  ///   - argument85: the argument of `%85$@`.
  ///   - argument86: the argument of `%86$@`.
  ///   - argument87: the argument of `%87$@`.
  ///   - argument88: the argument of `%88$@`.
  ///   - argument89: the argument of `%89$@`.
  ///   - argument90: the argument of `%90$@`.
  ///   - argument91: the argument of `%91$@`.
  ///   - argument92: the argument of `%92$@`.
  ///   - argument93: the argument of `%93$@`.
  ///   - argument94: the argument of `%94$@`.
  ///   - argument95: the argument of `%95$@`.
  ///   - argument96: the argument of `%96$@`.
  ///   - argument97: the argument of `%97$@`.
  ///   - argument98: the argument of `%98$@`.
  ///   - argument99: the argument of `%99$d`.
  /// - Returns: The text in the language of the app.
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
