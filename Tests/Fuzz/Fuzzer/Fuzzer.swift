import Glibc

/// The target that `FUZZ_TARGET` names.
private let target: FuzzTarget = {
  guard let name = unsafe getenv("FUZZ_TARGET"),
    let target = FuzzTarget(rawValue: unsafe String(cString: name))
  else { fatalError("FUZZ_TARGET is not set to a target: \(FuzzTarget.allCases)") }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  do { try target.run(bytes) } catch { fatalError("\(target): \(error)") }
  return 0
}
