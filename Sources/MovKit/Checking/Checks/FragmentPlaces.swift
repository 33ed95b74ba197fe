/// Where fragments describe certain samples.
struct FragmentPlaces {
  private var known: [UInt32: CheckPlace] = [:]

  /// Finds the runs (`trun`) that describe one sample of each of some tracks. All fragments may be gone through.
  /// - Parameter samples: By track ID, the number of the sample among those of the track in fragments, from 0.
  init(of samples: [UInt32: Int], in file: AtomFile) {
    var left = samples
    for (atom, component) in zip(file.atoms, file.atoms.pathComponents())
    where atom.isWholeFragment {
      guard !left.isEmpty else { return }
      guard let moof = ((try? file.whole(atom)) ?? atom).fragment else { continue }
      lazy var components = Array(moof.children.pathComponents())
      for (index, traf, header, _) in moof.trackFragments {
        guard var number = left[header.trackID] else { continue }
        for (trun, place) in traf.children.placed("trun", at: "\(component)/\(components[index])") {
          guard let run = try? trun.decode(TrackFragmentRun.self) else { continue }
          guard number >= run.samples.count else {
            // What is in a compressed fragment has no place of its own in the file.
            known[header.trackID] =
              atom.type == "moof"
              ? place : CheckPlace(path: "\(component)", offset: atom.offset)
            left[header.trackID] = nil
            break
          }
          number -= run.samples.count
        }
        if left[header.trackID] != nil { left[header.trackID] = number }
      }
    }
  }

  /// Returns the place of the run that has the sample of a track; nil if there is none.
  subscript(trackID: UInt32) -> CheckPlace? { known[trackID] }
}
