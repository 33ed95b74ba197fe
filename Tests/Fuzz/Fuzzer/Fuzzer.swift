import Glibc

/// The target that `FUZZ_TARGET` names.
private let target: FuzzTarget = {
  guard let name = unsafe getenv("FUZZ_TARGET"),
    let target = FuzzTarget(rawValue: unsafe String(cString: name))
  else { fatalError("FUZZ_TARGET is not set to a target: \(FuzzTarget.allCases)") }
  return target
}()

/// How many milliseconds of processor time an input may take; nil if `FUZZ_SLOW` does not say it. The
/// fuzzer's own limit counts whole seconds.
private let limit: Int? = {
  guard let text = unsafe getenv("FUZZ_SLOW") else { return nil }
  return Int(unsafe String(cString: text))
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let start = clock()
  do { try target.run(bytes) } catch { fatalError("\(target): \(error)") }
  // The clock counts microseconds (POSIX).
  let spent = (clock() - start) / 1000
  if let limit, spent > limit { fatalError("\(target): \(spent) ms for \(size) bytes") }
  return 0
}
