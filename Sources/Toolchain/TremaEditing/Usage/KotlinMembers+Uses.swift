extension KotlinMembers {
  /// Processes a word: it may be a keyword, part of a declaration, or a member.
  mutating func takeWord(_ token: Token) {
    takeImport(token)
    takeDeclaration(token)
    guard names.kotlinMembers[lexer.bytes[token.range]] != nil,
      names.kotlinTypes.contains(where: {
        names.missingKey(ofKotlinMember: lexer.bytes[token.range], in: $0) != nil
      })
    else { return }
    if let receiver = receiver(before: 0) {
      uses.append(
        Use(
          receiver: receiver.name, scopeOffset: receiver.start, member: name(token.range),
          offset: receiver.start, isImplicit: false))
    } else if last[0].character != UInt8(ascii: "."), last[0].character != UInt8(ascii: "@"),
      !isImport, let receiver = receivers.last ?? nil, !isLabelOrTarget
    {
      uses.append(
        Use(
          receiver: receiver.name, scopeOffset: receiver.offset, member: name(token.range),
          offset: token.range.lowerBound, isImplicit: true))
    }
  }

  /// Whether the current word is the name of an argument, the target of an assignment, or part of a
  /// declaration.
  private var isLabelOrTarget: Bool {
    let next = nextByte
    return next == UInt8(ascii: "=") || next == UInt8(ascii: ":")
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
        imported.insert(name(token.range))
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

  /// The object whose members the block uses without naming it: the argument of `with`, or the
  /// receiver of `apply` and `run`.
  var blockReceiver: (name: [UInt8], offset: Int)? {
    guard isKotlin else { return nil }
    if last[0].character == UInt8(ascii: ")"), closed.count == 1, !closed.callee.isEmpty,
      closed.first.character == Self.word,
      lexer.bytes[closed.callee].elementsEqual("with".utf8)
    {
      return (name(closed.first.range), closed.first.range.lowerBound)
    }
    guard isWord(last[0], "apply") || isWord(last[0], "run"),
      let receiver = receiver(before: 1)
    else { return nil }
    return (receiver.name, receiver.start)
  }

  /// Records the uses whose objects are declared with the type of the accessors.
  func resolve(into findings: inout SourceFindings) {
    let declared = declaredMembers
    for (receiver, uses) in Dictionary(grouping: uses, by: \.receiver) {
      let uses = uses.sorted { $0.scopeOffset < $1.scopeOffset }
      for (use, resolution) in zip(uses, scopes.resolve(receiver, at: uses.map(\.scopeOffset)))
      where !declared.contains(use.offset) {
        var name = SourceFindings.UndefinedName(
          kind: .kotlinAccessor, name: use.member,
          spelling: use.isImplicit ? use.member : receiver + [UInt8(ascii: ".")] + use.member,
          space: .kotlinKeys)
        name.isImplicit = use.isImplicit
        switch resolution {
        case .none: name.receiver = receiver
        case .declared(let type?):
          guard let key = names.missingKey(ofKotlinMember: use.member[...], in: type) else {
            continue
          }
          (name.space, name.missingKey) = (.kotlinMembers(type), key)
        case .declared(nil): continue
        }
        findings.recordUndefined(name, at: use.offset)
      }
    }
  }

  /// The offsets of names that are used without an object and that the file declares or imports, so
  /// that they may not be members.
  private var declaredMembers: Set<Int> {
    var offsets: Set<Int> = []
    for (member, uses) in Dictionary(grouping: uses.filter(\.isImplicit), by: \.member) {
      let places = uses.map(\.offset).sorted()
      if imported.contains(member) { offsets.formUnion(places) }
      for name in [member, member + Array("()".utf8)] {
        for (place, resolution) in zip(places, scopes.resolve(name, at: places))
        where resolution != .none {
          offsets.insert(place)
        }
      }
    }
    return offsets
  }
}
