export { type BrowseEnd, browse } from './browse.ts';
export type { CallbackSeen } from './callback-seen.ts';
export { confinedSend, confinedTo, originsOf, strayCode } from './confined.ts';
export type { DebuggerIssuer } from './debugger-issuer.ts';
export { PlayFailure } from './play-failure.ts';
export { issuedValue, plainValue, type RunValue } from './play-values.ts';
export { Player, type SendOutcome } from './player.ts';
export {
  isAnySecret,
  maskedBody,
  maskedHeaders,
  maskedSaying,
  maskedTarget,
  spellingsOf,
} from './pure/masked-text.ts';
export {
  parseJson,
  repeatedParameters,
  responseParameters,
} from './read-response.ts';
export { secretsOf } from './secrets.ts';
export type { Operator, PlayerClient, PlayTarget } from './target.ts';
export { wireResponse } from './wire-response.ts';
