extension FieldValue {
  /// What the value means, in words, as the declaration of its field states it: the names of flags,
  /// of a code, of a choice, or why there is no value. Nil if there is nothing to add. A time is not
  /// put into words, because that takes the timescales of the file.
  public var remark: String? {
    switch self {
    case .flags(let bits, let names): names.text(of: bits)
    case .choice(let number, let names): names[number]
    case .code(let code, let kind): RegisteredNames.name(of: code, as: kind)
    case .meaning(_, _, nil, let absence): absence?.description
    case .time(let time): time.absence?.description
    default: nil
    }
  }
}
