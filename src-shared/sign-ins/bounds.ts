/** Bounds of a sign-in: a file from elsewhere must not keep a browser busy for ever. */
export const signInBounds = {
  acts: 200,
  /** The longest wait of one act, in milliseconds. */
  actMillis: 60_000,
  /** The wait of an act that names none, as in the Recorder of Chrome, in milliseconds. */
  usualActMillis: 5_000,
  /** The longest play as a whole, in milliseconds. */
  playMillis: 300_000,
  /** Ways to find one element. */
  selectors: 20,
  /** Hosts of shadow roots on the way to an element, and the element itself. */
  selectorParts: 10,
  selectorCharacters: 1_000,
  /** Frames within frames. */
  frames: 8,
  valueCharacters: 1_000,
  urlCharacters: 2_000,
  titleCharacters: 200,
} as const;
