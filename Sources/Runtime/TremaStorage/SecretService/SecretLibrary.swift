#if os(Linux)
  import TremaSupport

  /// The functions of libsecret and GLib, loaded at run time when they are first needed.
  ///
  /// The app is not linked to these libraries, so a system without a desktop does not need them.
  /// They are never unloaded, because GLib does not support unloading. None of the functions is
  /// variadic, because Swift cannot call variadic C functions.
  struct SecretLibrary: Sendable {
    /// A pointer to a GObject, a `GList`, a `GHashTable` or a `GError`.
    typealias Pointer = UnsafeMutableRawPointer
    /// A pointer to the variable that receives a `GError`.
    typealias ErrorPointer = UnsafeMutablePointer<Pointer?>
    /// A C string in UTF-8.
    typealias CString = UnsafePointer<CChar>

    /// The reason that the library cannot be used.
    struct LoadError: Error {
      /// The message for the user.
      let reason: String
    }

    /// The file name of libsecret.
    static let defaultFileName = "libsecret-1.so.0"
    /// The library, loaded once per process, or the reason that it cannot be loaded.
    private static let loadResult = Result { () throws(LoadError) in
      try SecretLibrary(defaultFileName)
    }
    /// Returns the library.
    static func shared() throws(LoadError) -> SecretLibrary { try loadResult.get() }

    // GLib and GIO functions.
    let free: @convention(c) @Sendable (Pointer?) -> Void
    let duplicate: @convention(c) @Sendable (CString) -> Pointer?
    let unref: @convention(c) @Sendable (Pointer) -> Void
    let freeError: @convention(c) @Sendable (Pointer) -> Void
    let nameOfQuark: @convention(c) @Sendable (UInt32) -> CString?
    let remoteError: @convention(c) @Sendable (Pointer) -> Pointer?
    let freeList: @convention(c) @Sendable (Pointer?) -> Void
    let append: @convention(c) @Sendable (Pointer?, Pointer) -> Pointer
    let newTable: @convention(c) @Sendable (Pointer, Pointer, Pointer, Pointer) -> Pointer
    let insert: @convention(c) @Sendable (Pointer, Pointer?, Pointer?) -> Int32
    let lookUp: @convention(c) @Sendable (Pointer, CString) -> Pointer?
    let freeTable: @convention(c) @Sendable (Pointer) -> Void
    let newCancellable: @convention(c) @Sendable () -> Pointer
    let cancel: @convention(c) @Sendable (Pointer) -> Void
    let bus: @convention(c) @Sendable (Int32, Pointer, ErrorPointer) -> Pointer?
    let exitOnClose: @convention(c) @Sendable (Pointer, Int32) -> Void
    let isClosed: @convention(c) @Sendable (Pointer) -> Int32
    /// The addresses of functions that are only passed to GLib: `g_str_hash`, `g_str_equal` and
    /// `g_free`.
    private let addresses: [UInt]

    // libsecret functions.
    let serviceType: @convention(c) @Sendable () -> UInt
    let open: @convention(c) @Sendable (UInt, CString?, Int32, Pointer, ErrorPointer) -> Pointer?
    let search:
      @convention(c) @Sendable (Pointer, Pointer?, Pointer, Int32, Pointer, ErrorPointer) ->
        Pointer?
    let unlock:
      @convention(c) @Sendable (Pointer, Pointer, Pointer, ErrorPointer?, ErrorPointer) -> Int32
    let collection:
      @convention(c) @Sendable (Pointer, CString, Int32, Pointer, ErrorPointer) -> Pointer?
    let collectionIsLocked: @convention(c) @Sendable (Pointer) -> Int32
    let store:
      @convention(c) @Sendable (
        Pointer, Pointer?, Pointer, CString, CString, Pointer, Pointer, ErrorPointer
      ) -> Int32
    let itemIsLocked: @convention(c) @Sendable (Pointer) -> Int32
    let attributes: @convention(c) @Sendable (Pointer) -> Pointer?
    let modified: @convention(c) @Sendable (Pointer) -> UInt64
    let secret: @convention(c) @Sendable (Pointer) -> Pointer?
    let setSecret: @convention(c) @Sendable (Pointer, Pointer, Pointer, ErrorPointer) -> Int32
    let delete: @convention(c) @Sendable (Pointer, Pointer, ErrorPointer) -> Int32
    let newValue: @convention(c) @Sendable (CString, Int, CString) -> Pointer
    let bytes: @convention(c) @Sendable (Pointer, UnsafeMutablePointer<Int>) -> Pointer?
    let freeValue: @convention(c) @Sendable (Pointer) -> Void

    /// Loads a library and looks up all functions.
    ///
    /// - Parameter name: The file name or path of libsecret.
    /// - Throws: `LoadError` if the library or one of the functions is missing.
    init(_ name: String) throws(LoadError) {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
        throw LoadError(
          reason: "\(name) is not installed (on Debian: apt-get install libsecret-1-0)")
      }
      // `dlsym` also searches the libraries that libsecret is linked to.
      func address(_ symbol: String) throws(LoadError) -> Pointer {
        guard let found = dlsym(handle, symbol) else {
          throw LoadError(reason: "\(name) has no \(symbol); it is too old")
        }
        return found
      }
      // The types match the headers of libsecret 0.18 and GLib 2.44, and haven't changed since.
      func function<Function>(_ symbol: String) throws(LoadError) -> Function {
        unsafeBitCast(try address(symbol), to: Function.self)
      }
      free = try function("g_free")
      duplicate = try function("g_strdup")
      unref = try function("g_object_unref")
      freeError = try function("g_error_free")
      nameOfQuark = try function("g_quark_to_string")
      remoteError = try function("g_dbus_error_get_remote_error")
      freeList = try function("g_list_free")
      append = try function("g_list_append")
      newTable = try function("g_hash_table_new_full")
      insert = try function("g_hash_table_insert")
      lookUp = try function("g_hash_table_lookup")
      freeTable = try function("g_hash_table_unref")
      newCancellable = try function("g_cancellable_new")
      cancel = try function("g_cancellable_cancel")
      bus = try function("g_bus_get_sync")
      exitOnClose = try function("g_dbus_connection_set_exit_on_close")
      isClosed = try function("g_dbus_connection_is_closed")
      var addresses: [UInt] = []
      for symbol in ["g_str_hash", "g_str_equal", "g_free"] {
        addresses.append(UInt(bitPattern: try address(symbol)))
      }
      self.addresses = addresses
      serviceType = try function("secret_service_get_type")
      open = try function("secret_service_open_sync")
      search = try function("secret_service_search_sync")
      unlock = try function("secret_service_unlock_sync")
      collection = try function("secret_collection_for_alias_sync")
      collectionIsLocked = try function("secret_collection_get_locked")
      store = try function("secret_service_store_sync")
      itemIsLocked = try function("secret_item_get_locked")
      attributes = try function("secret_item_get_attributes")
      modified = try function("secret_item_get_modified")
      secret = try function("secret_item_get_secret")
      setSecret = try function("secret_item_set_secret_sync")
      delete = try function("secret_item_delete_sync")
      newValue = try function("secret_value_new")
      bytes = try function("secret_value_get")
      freeValue = try function("secret_value_unref")
    }

    /// Returns a `GHashTable` of strings. The caller owns it and must release it with `freeTable`.
    func table(_ attributes: [(String, String)]) -> Pointer? {
      guard let hash = Pointer(bitPattern: addresses[0]),
        let equal = Pointer(bitPattern: addresses[1]),
        let free = Pointer(bitPattern: addresses[2])
      else { return nil }
      let table = newTable(hash, equal, free, free)
      for (name, value) in attributes { _ = insert(table, duplicate(name), duplicate(value)) }
      return table
    }

    /// Returns the elements of a `GList` and releases the list. A list node starts with its data
    /// and the pointer to the next node.
    func members(of list: Pointer?) -> [Pointer] {
      var members: [Pointer] = []
      var next = list
      while let link = next {
        if let member = link.load(as: Pointer?.self) { members.append(member) }
        next = link.load(fromByteOffset: MemoryLayout<Pointer?>.size, as: Pointer?.self)
      }
      freeList(list)
      return members
    }
  }
#endif
