import Testing
import TremaDates
import TremaTestSupport

@Suite struct WritingTests {
  @Test func `a date is formatted in each form`() throws {
    let east = try #require(Timestamp.Offset(minutes: 330))
    let moment = Timestamp(seconds: 1_020_957_696, nanoseconds: 250_000_000, offset: east)
    #expect(moment.rfc3339() == "2002-05-09T20:51:36.25+05:30")
    #expect(moment.rfc3339(offset: .utc) == "2002-05-09T15:21:36.25Z")
    #expect(moment.rfc3339(offset: .unknown) == "2002-05-09T15:21:36.25-00:00")
    #expect(moment.rfc822() == "Thu, 09 May 2002 20:51:36 +0530")
    #expect(moment.rfc822(offset: .utc) == "Thu, 09 May 2002 15:21:36 +0000")
    #expect(moment.rfc822(offset: .unknown) == "Thu, 09 May 2002 15:21:36 -0000")
    #expect(moment.httpDate() == "Thu, 09 May 2002 15:21:36 GMT")
    #expect("\(moment)" == "2002-05-09T20:51:36.25+05:30")
    #expect(
      ["\(east)", "\(Timestamp.Offset.utc)", "\(Timestamp.Offset.unknown)"]
        == ["+05:30", "Z", "-00:00"])
  }

  @Test func `a fraction has the requested number of digits and is never rounded`() {
    let moment = Timestamp(seconds: 1_020_957_699, nanoseconds: 999_999_999)
    #expect(moment.rfc3339(fraction: .none) == "2002-05-09T15:21:39Z")
    #expect(moment.rfc3339(fraction: .digits(0)) == "2002-05-09T15:21:39Z")
    #expect(moment.rfc3339(fraction: .digits(3)) == "2002-05-09T15:21:39.999Z")
    #expect(moment.rfc3339(fraction: .auto) == "2002-05-09T15:21:39.999999999Z")
    #expect(moment.rfc822() == "Thu, 09 May 2002 15:21:39 +0000")
    let whole = Timestamp(seconds: 0)
    #expect(whole.rfc3339() == "1970-01-01T00:00:00Z")
    #expect(whole.rfc3339(fraction: .digits(6)) == "1970-01-01T00:00:00.000000Z")
    #expect(
      Timestamp(seconds: 0, nanoseconds: 120).rfc3339() == "1970-01-01T00:00:00.00000012Z")
  }

  @Test func `a leap second is formatted as second 60 at any offset`() throws {
    let leap = Timestamp(seconds: 662_688_000, nanoseconds: 5, isLeapSecond: true)
    let west = try #require(Timestamp.Offset(minutes: -480))
    #expect(leap.rfc3339() == "1990-12-31T23:59:60.000000005Z")
    #expect(leap.rfc3339(offset: west) == "1990-12-31T15:59:60.000000005-08:00")
    #expect(leap.rfc822(offset: west) == "Mon, 31 Dec 1990 15:59:60 -0800")
    #expect(leap.httpDate() == "Mon, 31 Dec 1990 23:59:60 GMT")
    #expect(leap < Timestamp(seconds: 662_688_000))
    #expect(Timestamp(seconds: 662_687_999, nanoseconds: 999_999_999) < leap)
  }

  @Test func `a date out of a form's range is formatted as the nearest valid one`() throws {
    let far = try #require(Timestamp.Offset(minutes: 1440))
    #expect(Timestamp(seconds: 0, offset: far).rfc3339() == "1970-01-01T00:00:00Z")
    #expect(Timestamp(seconds: 0, offset: far).rfc822() == "Fri, 02 Jan 1970 00:00:00 +2400")
    #expect(Timestamp(seconds: .max, offset: far).rfc822() == "Fri, 31 Dec 9999 23:59:59 +2400")
    #expect(Timestamp(seconds: .max).rfc3339() == "9999-12-31T23:59:59Z")
    #expect(Timestamp(seconds: .min).rfc3339() == "0000-01-01T00:00:00Z")
    #expect(Timestamp.Offset(minutes: 6000) == nil)
    #expect(Timestamp.Offset(minutes: -6000) == nil)
    #expect(Timestamp.Offset(minutes: -5999)?.description == "-99:59")
  }

  @Test func `dates are ordered by instant, then by offset`() throws {
    let east = try #require(Timestamp.Offset(minutes: 60))
    let ordered = [
      Timestamp(seconds: -1), Timestamp(seconds: 0), Timestamp(seconds: 0, offset: east),
      Timestamp(seconds: 0, nanoseconds: 1), Timestamp(seconds: 1),
    ]
    #expect(ordered.reversed().sorted() == ordered)
    #expect(Set(ordered).count == 5)
  }

  @Test func `a formatted date survives a round trip`() throws {
    var random = SeededGenerator(seed: 3339)
    for _ in 0..<5_000 {
      let isLeap = random.once(in: 8)
      let day = Int64(random.number(-719_526...2_932_895))
      let seconds = day * 86_400 + (isLeap ? 86_400 : Int64(random.number(0...86_399)))
      let nanoseconds = random.once(in: 3) ? 0 : Int32(random.number(0...999_999_999))
      let offset =
        random.once(in: 6)
        ? .unknown : try #require(Timestamp.Offset(minutes: random.number(-1439...1439)))
      let moment = Timestamp(
        seconds: seconds, nanoseconds: nanoseconds, offset: offset, isLeapSecond: isLeap)
      #expect(try Timestamp(rfc3339: moment.rfc3339()) == moment)
      let whole = Timestamp(seconds: seconds, offset: offset, isLeapSecond: isLeap)
      let mail = try Timestamp(rfc822: moment.rfc822(), .lenient)
      #expect(mail == whole)
      #expect(mail.notes == [])
      if moment.seconds > -2_200_000_000 {
        #expect(try Timestamp(rfc822: moment.rfc822()) == whole)
      }
      let http = Timestamp(seconds: seconds, isLeapSecond: isLeap)
      let read = try Timestamp(rfc822: moment.httpDate(), .http)
      #expect(read == http)
      #expect(read.notes == [])
    }
  }

  /// Counts days individually, without the module's formulas.
  @Test func `every day from the year 0 to 9999 follows the day before`() throws {
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func padded(_ number: Int, _ width: Int) -> String {
      String(String(number + 100_000).suffix(width))
    }
    var (seconds, weekday, failures): (Int64, Int, Int) = (-62_167_219_200, 6, 0)
    for year in 0...9999 {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        let prefix = "\(padded(year, 4))-\(padded(month + 1, 2))-"
        for day in 1...length {
          // All days of some years, the edges of the others and of their February.
          defer {
            seconds += 86_400
            weekday = (weekday + 1) % 7
          }
          let isEdge = month % 11 < 2 && (day == 1 || day == length) || month == 2 && day == 1
          guard year % 100 == 0 || isEdge else { continue }
          let moment = Timestamp(seconds: seconds)
          let text = "\(prefix)\(padded(day, 2))T00:00:00Z"
          let mail =
            "\(names[weekday]), \(padded(day, 2)) \(months[month]) \(padded(year, 4)) 00:00:00 GMT"
          if moment.rfc3339() != text || moment.httpDate() != mail { failures += 1 }
          if (try? Timestamp(rfc3339: text)) != moment { failures += 1 }
        }
        let next = "\(prefix)\(padded(length + 1, 2))T00:00:00Z"
        if (try? Timestamp(rfc3339: next)) != nil { failures += 1 }
      }
    }
    #expect(failures == 0)
    #expect(seconds == 253_402_300_800)
  }
}
