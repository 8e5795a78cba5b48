/** The flow cannot continue: the sentence gives the server's answer, or its error. */
export class PlayFailure extends Error {
  override readonly name = 'PlayFailure';
}
