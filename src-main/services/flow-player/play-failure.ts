/** The flow cannot go on: the sentence says what the server answered, or what was wrong with it. */
export class PlayFailure extends Error {
  override readonly name = 'PlayFailure';
}
