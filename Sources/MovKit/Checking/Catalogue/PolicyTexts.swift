extension CheckRule {
  static let ofPolicy: [CheckRule] = [
    CheckRule(
      "policy-timecode", .error, .policy,
      "the policy requires timecode and the movie has none, or the policy forbids it and the movie has it",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-start", .error, .policy, "the timecode does not start at the label of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-drop-frame", .error, .policy,
      "the timecode is drop frame or non-drop frame, contrary to the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-reel", .error, .policy, "the reel is not the one of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-codec", .error, .policy, "the codec of the video is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-audio-codec", .error, .policy, "the codec of audio is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-frame-rate", .error, .policy, "the frame rate is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-size", .error, .policy, "the size of the pictures is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-sample-rate", .error, .policy,
      "the sampling rate of audio is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-channels", .error, .policy,
      "the number of audio channels is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-brand", .error, .policy, "the major brand is not among those of the policy",
      why: "the policy", so: "the file is not accepted"),
    CheckRule(
      "policy-alternative", .error, .policy, "none of the alternatives of the policy is met (or)",
      why: "the policy", so: "the file is not accepted"),
  ]
}
