extension KotlinMembers {
  /// Processes a word: it may be a keyword, part of a declaration, or a member.
  mutating func takeWord(_ token: Token) {
    takeImport(token)
    takeDeclaration(token)
    let member = lexer.bytes[token.range]
    // In Java, each use of a member calls its getter.
    let isCall = isKotlin && lexer.isCall
    guard names.kotlinMembers[member] != nil, let receiver = receiver(before: 0),
      names.kotlinTypes.contains(where: {
        names.missingKey(ofKotlinMember: member, in: $0, isCall: isCall) != nil
      })
    else { return }
    uses.append(
      Use(
        receiver: receiver.name, member: name(token.range), isCall: isCall,
        offset: receiver.start))
  }

  /// Processes a word of an import.
  private mutating func takeImport(_ token: Token) {
    if isWord(token, "import") {
      isImport = true
    } else if isImport {
      if isWord(last[0], "as"), let type = types[name(last[1].range)] {
        types[name(token.range)] = type
      }
      if last[0].character == Self.word, !isWord(last[0], "import"), !isWord(last[0], "as"),
        !isWord(token, "as")
      {
        isImport = false
      } else {
        takeImportedType(token)
      }
    }
  }

  /// Removes an accessor class if the file imports a class of that name from another package.
  private mutating func takeImportedType(_ token: Token) {
    guard last[0].character == UInt8(ascii: "."), let type = types[name(token.range)],
      let package = names.sources[.kotlinMembers(type)]?.package
    else { return }
    let path = CodeLexer.dottedName(endingWith: token.range, in: lexer.bytes)
    if !lexer.bytes[path].elementsEqual("\(package).\(type)".utf8) {
      types[name(token.range)] = nil
    }
  }

  /// Returns the object that is named before a dot, if only `this` precedes it.
  ///
  /// - Parameter index: The index of the dot in ``last``.
  private func receiver(before index: Int) -> (name: [UInt8], start: Int)? {
    var index = index
    if last[index].character == UInt8(ascii: ":"), last[index + 1].character == UInt8(ascii: ":") {
      index += 2
    } else if last[index].character == UInt8(ascii: ".") {
      index += 1
      // `texts?.title` and `texts!!.title`
      while index < 4,
        last[index].character == UInt8(ascii: "?")
          || last[index].character == UInt8(ascii: "!")
      {
        index += 1
      }
    } else {
      return nil
    }
    if last[index].character == UInt8(ascii: ")") {
      guard !closed.callee.isEmpty, closed.isPlain, types[name(closed.callee)] == nil else {
        return nil
      }
      return (name(closed.callee) + Array("()".utf8), closed.callee.lowerBound)
    }
    guard last[index].character == Self.word, isPlain(before: index + 1) else { return nil }
    return (name(last[index].range), last[index].range.lowerBound)
  }

  /// Returns whether nothing but `this` precedes a name.
  ///
  /// - Parameter index: The index of the token before the name in ``last``.
  func isPlain(before index: Int) -> Bool {
    guard index + 1 < last.count, last[index].character == UInt8(ascii: ".") else {
      return last[min(index, last.count - 1)].character != UInt8(ascii: ".")
    }
    // `this@Home.texts`
    let isLabel = last[min(index + 2, last.count - 1)].character == UInt8(ascii: "@")
    return isWord(last[isLabel ? min(index + 3, last.count - 1) : index + 1], "this")
  }

  /// Records the uses whose objects are declared with the type of the accessors.
  func resolve(into findings: inout SourceFindings) {
    for (receiver, uses) in Dictionary(grouping: uses, by: \.receiver) {
      let uses = uses.sorted { $0.offset < $1.offset }
      for (use, resolution) in zip(uses, scopes.resolve(receiver, at: uses.map(\.offset))) {
        var name = SourceFindings.UndefinedName(
          kind: .kotlinAccessor, name: use.member,
          spelling: receiver + [UInt8(ascii: ".")] + use.member, space: .kotlinKeys)
        switch resolution {
        case .none: (name.receiver, name.isCall) = (receiver, use.isCall)
        case .declared(let type?):
          guard
            let key = names.missingKey(
              ofKotlinMember: use.member[...], in: type, isCall: use.isCall)
          else { continue }
          (name.space, name.missingKey) = (.kotlinMembers(type), key)
        case .declared(nil): continue
        }
        findings.recordUndefined(name, at: use.offset)
      }
    }
  }
}
