import Foundation

#if canImport(FoundationNetworking)
  /// Reads an ``Upload`` where FoundationNetworking takes a stream. It asks whether there are bytes
  /// and takes "no" for the end, so that there always are, and reading waits.
  final class UploadStream: InputStream {
    private let upload: Upload
    private var status = Stream.Status.notOpen

    private init(_ upload: Upload) {
      self.upload = upload
      super.init(data: Data())
    }

    static func make(_ upload: Upload) -> InputStream { UploadStream(upload) }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { upload.failure }
    override var hasBytesAvailable: Bool { true }
    override func open() { status = .open }
    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
      upload.read(into: UnsafeMutableBufferPointer(start: buffer, count: length))
    }
  }
#else
  /// Reads an ``Upload`` where `URLSession` takes a stream: a thread moves its bytes into a pair of
  /// bound streams, because CFNetwork takes no subclass of `InputStream`.
  enum UploadStream {
    static func make(_ upload: Upload) -> InputStream? {
      var (input, output) = (InputStream?.none, OutputStream?.none)
      Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
      guard let input, let output else { return nil }
      let writing = Writing(output)
      Thread.detachNewThread { writing.move(upload) }
      return input
    }

    /// `@unchecked Sendable` because the thread that is handed it is the only one that uses it.
    private final class Writing: @unchecked Sendable {
      private let output: OutputStream

      init(_ output: OutputStream) { self.output = output }

      func move(_ upload: Upload) {
        output.open()
        defer { output.close() }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = buffer.withUnsafeMutableBufferPointer { upload.read(into: $0) }
          guard count > 0 else { return }
          var written = 0
          while written < count {
            let step = buffer.withUnsafeBufferPointer { bytes -> Int in
              guard let base = bytes.baseAddress else { return -1 }
              return output.write(base + written, maxLength: count - written)
            }
            guard step > 0 else { return upload.cancel() }
            written += step
          }
        }
      }
    }
  }
#endif
