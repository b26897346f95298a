extension Container {
  /// Resolves a request on a thread: runs the factory, or blocks until the thread that runs it has
  /// finished.
  func resolve(_ request: ResolutionRequest) throws(ResolutionError) -> Box {
    var waiter: Waiter?
    let next = lock.withLock {
      plan(request) { requester in
        let new = Waiter(requester: requester, isThread: true)
        waiter = new
        return new
      }
    }
    switch next {
    case .ready(let box): return box
    case .fail(let error): throw error()
    case .run(let run): return try run.runOnThread().get()
    case .wait:
      guard let waiter else { preconditionFailure("no waiter was created for the request") }
      return try waiter.waitOnThread().get()
    }
  }

  /// Resolves a request in a task. An asynchronous factory runs in a separate task that all
  /// requests wait for.
  func resolveInTask(_ request: ResolutionRequest) async throws(ResolutionError) -> Box {
    var waiter: Waiter?
    let next = lock.withLock {
      plan(request) { requester in
        let new = Waiter(requester: requester, isThread: false)
        waiter = new
        return new
      }
    }
    switch next {
    case .ready(let box): return box
    case .fail(let error): throw error()
    // The first request is a waiter like the others, so cancelling one of them doesn't end the
    // factory for the rest.
    case .wait(let build):
      guard let waiter else { preconditionFailure("no waiter was created for the request") }
      return try await wait(for: build, as: waiter, request: request)
    case .run(let run):
      guard case .async(let make) = run.registration.factory else {
        return try run.runOnThread().get()
      }
      guard let build = run.build else { return try await run.runInTask(make).get() }
      let first = Waiter(requester: build.requester, isThread: false)
      lock.withLock { build.waiters.append(first) }
      let task = Task { _ = await run.runInTask(make) }
      lock.withLock { build.task = task }
      return try await wait(for: build, as: first, request: request)
    }
  }

  /// Waits for an instance; a cancelled task stops waiting.
  ///
  /// - Throws: `cancelled`, or the error of the factory.
  private func wait(
    for build: PendingInstance, as waiter: Waiter, request: ResolutionRequest
  ) async throws(ResolutionError) -> Box {
    let step = ResolutionError.Step(request.info, request.argument, request.info.location)
    let outcome = await withTaskCancellationHandler {
      await waiter.waitInTask()
    } onCancel: {
      build.cancelWaiter(waiter, with: .cancelled(step))
    }
    return try outcome.get()
  }
}

extension PendingInstance {
  /// Removes a waiting task. If it was the last one, the factory's task is cancelled, and the next
  /// request starts a new task.
  fileprivate func cancelWaiter(_ waiter: Waiter, with error: ResolutionError) {
    let (wake, abandonedTask): ((@Sendable () -> Void)?, Task<Void, Never>?) = ContainerStates.lock
      .withLock {
        guard let wake = waiter.finish(.failure(error)) else { return (nil, nil) }
        waiters.removeAll { $0 === waiter }
        waiter.requester?.stopWaiting(for: self)
        guard waiters.isEmpty, let task else { return (wake, nil) }
        if case .building(let current) = slot.state, current === self { slot.state = .idle }
        return (wake, task)
      }
    wake?()
    abandonedTask?.cancel()
  }
}

extension FactoryRun {
  /// The context that the factory runs in.
  private var context: Context { Context(owningContainer, path: path, over: Context.current) }

  /// Runs a synchronous factory on the current thread.
  func runOnThread() -> Waiter.Outcome {
    guard case .sync(let make) = registration.factory else {
      preconditionFailure("an asynchronous factory was requested synchronously")
    }
    let resolver = Resolver(container: owningContainer, path: path)
    let outcome = Context.$current.withValue(context) {
      checked(Result { try make(resolver, path.argument) })
    }
    return finish(outcome)
  }

  /// Runs an asynchronous factory in the current task.
  func runInTask(
    _ make: @Sendable (Resolver, Argument?) async throws -> Box
  ) async -> Waiter.Outcome {
    let resolver = Resolver(container: owningContainer, path: path)
    let outcome = await Context.$current.withValue(context) {
      do {
        return checked(.success(try await make(resolver, path.argument)))
      } catch {
        return checked(.failure(error))
      }
    }
    return finish(outcome)
  }

  /// Converts the error of a factory, and verifies that a weak instance is an object.
  private func checked(_ result: Result<Box, any Error>) -> Waiter.Outcome {
    switch result {
    case .success(let box):
      if registration.kind == .weak, box.object == nil {
        return .failure(.notAnObject(path.step, typeName: path.info.typeName))
      }
      return .success(box)
    case .failure(let error as ResolutionError): return .failure(error)
    case .failure(let error):
      return .failure(
        .factoryFailed(path.step, path: path.outer?.steps ?? [], underlying: error))
    }
  }

  /// Stores the instance and resumes all waiters.
  private func finish(_ outcome: Waiter.Outcome) -> Waiter.Outcome {
    guard let build else {
      ContainerStates.lock.withLock {
        path.isDone = true
        if case .success = outcome { owningContainer.graph.recordCompletion(path.info.id) }
      }
      return outcome
    }
    // The message is created outside the lock.
    let shutDownError = ResolutionError.shutDown(
      name: path.info.name, requestedAt: path.requestedAt)
    let (result, wakes, unused) = ContainerStates.lock.withLock {
      var result = outcome
      var unused: Box?
      path.isDone = true
      // A thread that runs the factory itself is not a waiter.
      if case .sync = registration.factory { build.requester?.stopWaiting(for: build) }
      var isCurrent = false
      if case .building(let current) = build.slot.state, current === build { isCurrent = true }
      if isCurrent { build.slot.state = .idle }
      if case .success(let box) = outcome {
        if owningContainer.isShutDown {
          unused = box
          result = .failure(shutDownError)
        } else if isCurrent {
          owningContainer.graph.recordCompletion(path.info.id)
          store(box, in: build.slot)
        } else if build.waiters.isEmpty, build.task != nil {
          unused = box
        }
      }
      let wakes = build.waiters.compactMap { waiter in
        waiter.requester?.stopWaiting(for: build)
        return waiter.finish(result)
      }
      build.waiters = []
      return (result, wakes, unused)
    }
    for wake in wakes { wake() }
    if let unused, let release = registration.release { Task { await release(unused) } }
    return result
  }

  /// Stores an instance in its slot; must be called under the lock.
  private func store(_ box: Box, in slot: Slot) {
    if registration.kind == .weak {
      guard let object = box.object else { return }
      slot.state = .weak(WeakBox(object, rebox: box.reboxing))
    } else {
      slot.state = .ready(box)
    }
    guard registration.kind != .graph else { return }
    // Only at this point do we know that nothing below was overridden, so the instance belongs to a
    // container further up.
    var owner = owningContainer
    let id = path.info.id
    if let upper = requestContainer.owningContainer(for: id, registration.kind),
      upper !== owningContainer, owningContainer.isBelow(upper)
    {
      let upperSlot = upper.table.slot(for: id, path.argument)
      if case .idle = upperSlot.state {
        upperSlot.state = slot.state
        owner = upper
      }
    }
    if registration.kind != .weak {
      owner.builtInstances.append(.init(slot: slot, box: box, release: registration.release))
    }
  }
}
