#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if !canImport(Darwin)
  /// Calls of the Linux C library that its Swift module does not show. They are looked up by
  /// name, once; a library that lacks one (or a program linked without a dynamic linker) does
  /// without it.
  enum LateBound {
    typealias CopyFileRange =
      @convention(c) (
        Int32, UnsafeMutablePointer<Int64>?, Int32, UnsafeMutablePointer<Int64>?, Int, UInt32
      ) -> Int
    typealias ListAttributes = @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    typealias GetAttribute =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    typealias SetAttribute =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    typealias Allocate = @convention(c) (Int32, Int32, off_t, off_t) -> Int32

    static let copyFileRange = unsafe symbol("copy_file_range").map {
      unsafe unsafeBitCast($0, to: CopyFileRange.self)
    }
    static let listAttributes = unsafe symbol("flistxattr").map {
      unsafe unsafeBitCast($0, to: ListAttributes.self)
    }
    static let getAttribute = unsafe symbol("fgetxattr").map {
      unsafe unsafeBitCast($0, to: GetAttribute.self)
    }
    static let setAttribute = unsafe symbol("fsetxattr").map {
      unsafe unsafeBitCast($0, to: SetAttribute.self)
    }

    static let allocate = unsafe symbol("fallocate").map {
      unsafe unsafeBitCast($0, to: Allocate.self)
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
      unsafe dlsym(nil, name)
    }
  }
#endif
