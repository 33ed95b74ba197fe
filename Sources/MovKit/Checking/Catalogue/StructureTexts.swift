extension CheckRule {
  static let ofStructure: [CheckRule] = [
    CheckRule(
      "leading-bytes", .note, .structure, "the file begins with bytes that are not an atom",
      why: "ISO/IEC 14496-12, 4.2: a file is a sequence of boxes",
      so: "most readers do not recognize the file"),
    CheckRule(
      "trailing-bytes", .note, .structure,
      "bytes at the end of the file or of an atom are not explained by any field",
      why: "ISO/IEC 14496-12, 4.2; exiftool reports them too",
      so: "the bytes may be another program's data, or the rest of an older version"),
    CheckRule(
      "atom-size", .error, .structure, "an atom has a size that is smaller than its header",
      why: "ISO/IEC 14496-12, 4.2.2",
      so: "readers stop here, and do not find the atoms after it"),
    CheckRule(
      "atom-size-zero", .warning, .structure,
      "an atom inside another one has size 0, which only the last atom of a file may have",
      why: "ISO/IEC 14496-12, 4.2.2", so: "readers disagree about where the atom ends"),
    CheckRule(
      "atom-overrun", .error, .structure, "an atom is larger than the file or the atom around it",
      why: "ISO/IEC 14496-12, 4.2.2; MediaInfoLib#2013",
      so: "the file was cut off or never finished, and what is missing cannot be played",
      remedy: "copy the file again from the complete original"),
    CheckRule(
      "atom-head-cut", .error, .structure, "the file or an atom ends within the header of an atom",
      why: "ISO/IEC 14496-12, 4.2.2", so: "the file was cut off",
      remedy: "copy the file again from the complete original"),
    CheckRule(
      "undecodable", .error, .structure,
      "an atom is cut short or of an unknown version; it is kept as bytes",
      why: "the specification of the atom", so: "readers ignore the atom or the whole track"),
    CheckRule(
      "compressed-atom", .error, .structure,
      "what an atom holds in compressed form cannot be decompressed",
      why: "QuickTime File Format, Compressed Movie Resources; ISO/IEC 14496-12, 8.19; RFC 1950",
      so: "programs do not find the movie",
      remedy: "if it is damaged, copy the file again from where it is whole"),
    CheckRule(
      "compressed-size", .warning, .structure,
      "what an atom holds in compressed form has another size than the atom declares",
      why: "QuickTime File Format, Compressed Movie Resources",
      so: "a reader that relies on the size reads too few bytes, or refuses the file"),
    CheckRule(
      "table-cut", .warning, .structure,
      "a table declares more rows than its atom has bytes for; the rows that are there are read, and "
        + "nothing that depends on the others is written",
      why: "ISO/IEC 14496-12, 8.6 and 8.7",
      so:
        "what the missing rows say is not known, such as the last samples, edits or places to start; if only the count "
        + "is wrong, nothing is missing"),
    CheckRule(
      "reserved-not-zero", .note, .structure, "reserved bytes are not zero",
      why: "ISO/IEC 14496-12, 4.2: writers set them to 0, readers ignore them",
      so: "a reader of a later version may take them for something else"),
    CheckRule(
      "entry-count", .warning, .structure,
      "an atom counts more or fewer entries than it contains",
      why: "ISO/IEC 14496-12, 8.5.2 and 8.7.2", so: "readers find different numbers of entries"),
    CheckRule(
      "too-deep", .error, .structure, "atoms are inside more others than the limit allows",
      why: "a limit of the reader", so: "the atoms inside are not checked",
      remedy: "raise the limit if the file is not hostile"),
    CheckRule(
      "too-many-atoms", .error, .structure, "the file has more atoms than the limit allows",
      why: "a limit of the reader", so: "the further atoms are not checked"),
    CheckRule(
      "tables-not-checked", .note, .structure, "the sample tables are too large to be checked",
      why: "a limit of the reader", so: "contradictions in them are not found"),
    CheckRule(
      "unreadable", .error, .structure, "bytes to be shown could not be read",
      why: "the system reported an error", so: "the medium may be damaged",
      remedy: "copy the file again"),
    CheckRule(
      "no-movie", .error, .structure,
      "the file has neither a movie nor items",
      why: "ISO/IEC 14496-12, 8.2.1", so: "nothing can be played",
      remedy: "finish the recording, or put the initialization segment before it"),
    CheckRule(
      "segment-without-header", .note, .structure,
      "the file is a segment of a fragmented movie, whose header is in another file",
      why: "ISO/IEC 14496-12, 8.16; ISO/IEC 23009-1, 6.3.4",
      so: "it plays only after its initialization segment"),
    CheckRule(
      "movie-unreadable", .error, .structure, "the header of the movie cannot be read",
      why: "ISO/IEC 14496-12, 8.2", so: "nothing can be played"),
    CheckRule(
      "track-unreadable", .error, .structure, "the header or a table of a track cannot be read",
      why: "ISO/IEC 14496-12, 8.3 to 8.7", so: "the track cannot be played"),
    CheckRule(
      "several-moov", .warning, .structure, "the file has several headers (moov)",
      why: "ISO/IEC 14496-12, 8.2.1: exactly one",
      so: "readers take the first, and some the last"),
    CheckRule(
      "atom-missing", .error, .structure, "an atom lacks one that must be in it",
      why: "ISO/IEC 14496-12, table 1; QuickTime File Format, \"Movie Atoms\"",
      so: "readers refuse the track or the file"),
    CheckRule(
      "atom-duplicate", .error, .structure, "an atom of which there may be only one occurs twice",
      why: "ISO/IEC 14496-12, table 1; ComplianceWarden and exiftool report it too",
      so: "some readers take the first, others the last",
      remedy: "remove the one that is not meant"),
  ]
}
