export { browse } from './browse.ts';
export type { BrowseEnd } from './browse-end.ts';
export type { CallbackSeen } from './callback-seen.ts';
export { clientAssertion } from './client-assertion.ts';
export { confinedSend, confinedTo, originsOf, strayCode } from './confined.ts';
export { type DebuggerIssuer, idJagIssuerOf, publicJwkOf } from './debugger-issuer.ts';
export { parseJson } from './parse-json.ts';
export { PlayFailure } from './play-failure.ts';
export { issuedValue, plainValue, type RunValue } from './play-values.ts';
export { Player, type PlayerPorts, type SendOutcome } from './player.ts';
export {
  isAnySecret,
  maskedBody,
  maskedHeaders,
  maskedSaying,
  maskedTarget,
  spellingsOf,
} from './pure/masked-text.ts';
export { repeatedParameters, responseParameters } from './read-response.ts';
export { refusalOf } from './refusal.ts';
export { secretsOf } from './secrets.ts';
export { drawAnswer } from './sign-in/drawn-page.ts';
export type {
  DrivenPage,
  OpenPage,
  PageEnd,
  PagePicture,
  PlayBrowsers,
  PlayCookie,
  PressHow,
} from './sign-in/driven-page.ts';
export { keepSession } from './sign-in/kept-session.ts';
export type { ElementPlace, SeenElement, SeenFrame, SeenPage } from './sign-in/page-seen.ts';
export type {
  DescribedSignIn,
  PlaySessions,
  SignInMemory,
  SignInWays,
} from './sign-in/sign-in-ways.ts';
export { createSignInMemory, forgivingMemory, memoryKeyOf } from './sign-in/ways.ts';
export type { Operator, PlayerClient, PlayTarget } from './target.ts';
export { wireResponse } from './wire-response.ts';
