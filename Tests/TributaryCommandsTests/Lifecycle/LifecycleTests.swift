import Testing

/// The program as its operator meets it: started, stopped, killed, misconfigured.
///
/// One test at a time: each starts processes, and a machine has few cores.
@Suite("The program as a process", .serialized, .tags(.slow), .timeLimit(.minutes(5)))
struct LifecycleTests {}
