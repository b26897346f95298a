import Testing
@Suite struct XMLDecodingTests {}
