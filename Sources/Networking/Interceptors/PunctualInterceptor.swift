/// One of ours, which ends soon after its task is cancelled, and never waits beyond the deadline of the
/// whole: what only such ones stand around needs no task that watches it.
protocol PunctualInterceptor: Interceptor {}
