import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of a download, which consists of as many exchanges as needed.
struct Download: Sendable {
  private let client: HTTPClient
  private let builder: RequestBuilder<BodyAllowed>
  /// The request without `Range`.
  private let builtRequest: HTTPRequest
  /// The total deadline of all exchanges.
  private let deadline: ContinuousClock.Instant?
  /// The finished file's path.
  private let path: String
  /// The maximum number of consecutive attempts without progress.
  private let limit: Int
  /// The receiver of the progress.
  private let broadcaster: ProgressBroadcaster
  /// The source's identity, which is a digest of the URL.
  private let source: String

  /// The delay after an attempt that received bytes. It doubles with each consecutive attempt that
  /// received none.
  private static let retryDelay = Duration.milliseconds(250)
  /// The maximum of the doubled delay.
  private static let maxRetryDelay = Duration.seconds(30)

  /// Builds the request.
  ///
  /// - Throws: `unsupported` for a request that already has a range.
  init(
    _ client: HTTPClient, _ builder: RequestBuilder<BodyAllowed>, to path: String, attempts: Int,
    _ broadcaster: ProgressBroadcaster
  ) throws(NetworkError) {
    let start = client.clock.now()
    var builder = builder
    builder.request.fields[.acceptEncoding] = "identity"
    builder.options.observeSent(broadcaster)
    builtRequest = try client.build(builder, accept: nil).request.head
    if builtRequest.fields.contains(.range) || builtRequest.fields.contains(.ifRange) {
      throw NetworkError(
        .unsupported("a download sets the range itself; remove 'Range' and 'If-Range'"),
        request: builtRequest)
    }
    (self.client, self.builder, self.path, limit, self.broadcaster) = (
      client, builder, path, attempts, broadcaster
    )
    deadline = builtRequest.deadlines.total.map { start + $0 }
    source = DownloadRecord.source(builtRequest.target)
  }

  /// Whether the download can be resumed or sent again, since ranges are only defined for `GET`.
  private var canResume: Bool { builtRequest.method == .get }

  /// The state of the partial file and the attempts.
  private struct Progress {
    /// The number of bytes in the partial file.
    var length: Int64 = 0
    /// The partial file's record, or `nil` if it cannot be resumed.
    var record: DownloadRecord?
    /// The number of bytes stored by an earlier download.
    var resumedLength: Int64 = 0
    /// The largest number of bytes so far.
    var best: Int64 = 0
    /// The number of consecutive attempts without progress.
    var failures = 0
    /// Whether bytes of a body have been received.
    var hasReceivedBytes = false
    /// The number of requests passed to the transport.
    var attempts = 0
  }

  /// The result of an exchange.
  private enum End {
    /// The file is complete.
    case complete(HTTPResponseHead)
    /// The file is incomplete because of this error. The rest may be requested.
    case incomplete(NetworkError)
  }

  /// Performs the download. If it fails, leaves a partial file that can be resumed, or none.
  func value() async throws(NetworkError) -> DownloadedFile {
    var progress = Progress()
    let files: DownloadFiles
    do throws(DownloadError) {
      files = try DownloadFiles(path: path)
      if canResume {
        (progress.length, progress.record) = try files.resumableState(from: source)
      } else {
        try files.reset(nil)
      }
    } catch {
      throw NetworkError(.decoding(error), request: builtRequest)
    }
    progress.resumedLength = progress.length
    progress.best = progress.length
    do throws(NetworkError) {
      return try await value(files, &progress)
    } catch {
      files.cleanUp(length: progress.length, record: progress.record)
      var error = error
      error.request = error.request ?? builtRequest
      error.attempts = max(progress.attempts, error.attempts)
      throw error
    }
  }

  /// Performs exchanges until the file is complete or the attempts are exhausted.
  private func value(
    _ files: DownloadFiles, _ progress: inout Progress
  ) async throws(NetworkError) -> DownloadedFile {
    while true {
      switch try await exchange(files, &progress) {
      case .complete(let head):
        do throws(DownloadError) { try await files.finish() } catch {
          throw NetworkError(.decoding(error), response: head)
        }
        return DownloadedFile(
          path: path, length: progress.length, resumedLength: progress.resumedLength, head: head)
      case .incomplete(let error):
        if progress.length > progress.best {
          (progress.best, progress.failures) = (progress.length, 0)
        } else {
          progress.failures += 1
        }
        guard progress.failures < limit, canResume else { throw error }
        try await waitBeforeRetry(progress.failures)
      }
    }
  }

  /// Waits before the next attempt.
  ///
  /// - Throws: A timeout immediately if the total deadline is earlier.
  private func waitBeforeRetry(_ failures: Int) async throws(NetworkError) {
    let end =
      client.clock.now() + min(Self.retryDelay * (1 << min(failures, 10)), Self.maxRetryDelay)
    if let deadline, deadline <= end { throw NetworkError(.timeout(.total)) }
    do { try await client.clock.sleep(end) } catch { throw NetworkError(.cancelled) }
  }

  /// Requests the file or its missing bytes, and writes the response to the partial file.
  private func exchange(
    _ files: DownloadFiles, _ progress: inout Progress
  ) async throws(NetworkError) -> End {
    if progress.record == nil, progress.length > 0 { try reset(files, &progress, nil) }
    // If the part is complete, its last byte is requested again: the response shows whether the
    // file on the server is still the same.
    if let record = progress.record, progress.length > 0, progress.length == record.length {
      try check { () throws(DownloadError) in try files.truncate(to: progress.length - 1) }
      progress.length -= 1
    }
    let response: HTTPResponse
    do throws(NetworkError) {
      response = try await client.send(try request(progress))
      progress.attempts += 1
    } catch {
      progress.attempts += error.attempts
      guard progress.hasReceivedBytes, let end = Self.end(by: error) else { throw error }
      return end
    }
    let isPart = progress.length > 0 && response.status == .partialContent
    if progress.length > 0, response.status == .rangeNotSatisfiable {
      response.body.cancel()
      if Self.isWhole(progress, response.fields) { return .complete(response.head) }
      return try restartAfterRefusal(files, &progress, response.head, "is not available")
    }
    if isPart { return try await appendPart(response, files, &progress) }
    guard response.status != .partialContent else {
      response.body.cancel()
      let error = DownloadError.wrongRange("was not requested")
      throw NetworkError(.decoding(error), response: response.head)
    }
    return try await writeWhole(response, files, &progress)
  }

  /// Returns the request for the missing bytes, with the remaining time of the total deadline.
  private func request(_ progress: Progress) throws(NetworkError) -> Request<HTTPResponse> {
    var builder = builder
    if progress.length > 0, let record = progress.record {
      builder.request.fields[.range] = "bytes=\(progress.length)-"
      builder.request.fields[.ifRange] = record.validator
      builder.options.acceptedStatuses = (builder.options.acceptedStatuses ?? Set(200...299))
        .union([HTTPStatus.partialContent.code, HTTPStatus.rangeNotSatisfiable.code])
    }
    if let deadline {
      let remaining = deadline - client.clock.now()
      guard remaining > .zero else { throw NetworkError(.timeout(.total)) }
      builder.request.deadlines.total = remaining
      builder.options.explicitDeadlines.insert(.total)
    }
    return Request(builder, decoder: ResponseDecoder(isStreaming: true) { response, _ in response })
  }

  /// Returns whether the partial file is complete according to a 416 response, because the file on
  /// the server has the same length and entity tag.
  private static func isWhole(_ progress: Progress, _ fields: HTTPFields) -> Bool {
    guard let value = fields[.contentRange], let record = progress.record, fields.contains(.etag),
      ContentRange(value) == .unsatisfied(total: progress.length)
    else { return false }
    return record.matches(fields)
  }

  /// Handles a response that cannot be appended to the part, so the whole file is requested next.
  private func restartAfterRefusal(
    _ files: DownloadFiles, _ progress: inout Progress, _ head: HTTPResponseHead, _ reason: String
  ) throws(NetworkError) -> End {
    try reset(files, &progress, nil)
    return .incomplete(NetworkError(.decoding(DownloadError.wrongRange(reason)), response: head))
  }

  /// Appends a 206 response to the partial file. The range must start at the end of the part, and
  /// the validator must be the same.
  private func appendPart(
    _ response: HTTPResponse, _ files: DownloadFiles, _ progress: inout Progress
  ) async throws(NetworkError) -> End {
    let head = response.head
    let range = head.fields[.contentRange].flatMap(ContentRange.init)
    guard case .part(let first, let last, let total) = range, first == progress.length,
      let record = progress.record, record.matches(head.fields),
      record.length == nil || total == nil || record.length == total,
      !head.fields.contains(.contentEncoding)
    else {
      response.body.cancel()
      return try restartAfterRefusal(files, &progress, head, "is not the one that was requested")
    }
    let expectedLength = total ?? record.length
    broadcaster.reportReceived(progress.length, of: expectedLength)
    do throws(NetworkError) {
      try await write(
        response, files, &progress, upTo: last < .max ? last + 1 : last, of: expectedLength)
    } catch {
      if case .decoding(DownloadError.wrongRange(let reason)) = error.kind {
        return try restartAfterRefusal(files, &progress, head, reason)
      }
      guard let end = Self.end(by: error) else { throw error }
      return end
    }
    if progress.length == expectedLength { return .complete(head) }
    let error = TransportError(.truncatedBody, mayHaveBeenSent: true)
    return .incomplete(NetworkError(transport: error, response: head))
  }

  /// Empties the partial file and writes a response with the whole content to it.
  private func writeWhole(
    _ response: HTTPResponse, _ files: DownloadFiles, _ progress: inout Progress
  ) async throws(NetworkError) -> End {
    let head = response.head
    let isCoded = head.fields.contains(.contentEncoding)
    let length = isCoded ? nil : head.fields[.contentLength].flatMap { Int64($0) }
    var record: DownloadRecord?
    // Offsets in decoded content differ from the server's, so such a download can't be resumed.
    if canResume, !isCoded {
      let now = Int64(client.clock.date().timeIntervalSince1970)
      record = DownloadRecord(of: head, source: source, length: length, now: now)
    }
    let decoded: HTTPResponse
    do throws(NetworkError) {
      try reset(files, &progress, record)
      decoded = try self.decoded(response)
    } catch {
      response.body.cancel()
      throw error
    }
    do throws(NetworkError) {
      broadcaster.reportReceived(0, of: length)
      try await write(decoded, files, &progress, upTo: nil, of: length)
    } catch {
      guard let end = Self.end(by: error) else { throw error }
      return end
    }
    return .complete(head)
  }

  /// Removes a content coding, which some servers apply even though the request accepts none.
  private func decoded(_ response: HTTPResponse) throws(NetworkError) -> HTTPResponse {
    do throws(TransportError) {
      let limit = builder.options.decodedLimit ?? client.decodedLimit
      return try response.decodedContent(limit: limit)
    } catch {
      throw NetworkError(transport: error, response: response.head)
    }
  }

  /// Writes a body to the partial file.
  ///
  /// - Parameters:
  ///   - end: The end of the response's range, or `nil` if the body extends to the end of the file.
  ///   - whole: The length of the file, for the progress, or `nil` if unknown.
  private func write(
    _ response: HTTPResponse, _ files: DownloadFiles, _ progress: inout Progress, upTo end: Int64?,
    of whole: Int64?
  ) async throws(NetworkError) {
    let body = StreamedBody(response.body)
    while true {
      let chunk: [UInt8]?
      do throws(TransportError) { chunk = try await body.next() } catch {
        throw NetworkError(transport: error, response: response.head)
      }
      guard let chunk else { return }
      if let end, Int64(chunk.count) > end - progress.length {
        let error = DownloadError.wrongRange("is longer than its Content-Range")
        throw NetworkError(.decoding(error), response: response.head)
      }
      progress.hasReceivedBytes = true
      let (count, failure) = files.write(chunk, at: progress.length)
      progress.length += Int64(count)
      if let failure { throw NetworkError(.decoding(failure), response: response.head) }
      broadcaster.reportReceived(progress.length, of: whole)
    }
  }

  /// Empties the partial file and writes a new record.
  private func reset(
    _ files: DownloadFiles, _ progress: inout Progress, _ record: DownloadRecord?
  ) throws(NetworkError) {
    (progress.length, progress.resumedLength, progress.record) = (0, 0, nil)
    try check { () throws(DownloadError) in try files.reset(record) }
    progress.record = record
  }

  /// Converts the errors of file operations.
  private func check(_ work: () throws(DownloadError) -> Void) throws(NetworkError) {
    do throws(DownloadError) { try work() } catch { throw NetworkError(.decoding(error)) }
  }

  /// Returns the result of a failed exchange, or `nil` for an error that another exchange cannot
  /// correct.
  private static func end(by error: NetworkError) -> End? {
    error.isConnectionLoss ? .incomplete(error) : nil
  }
}
