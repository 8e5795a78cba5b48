import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import type { TokenContext } from '../token/context.ts';
import { accessTokenWeaknesses } from './access-tokens.ts';
import { authorizationRequestWeaknesses } from './authorization-requests.ts';
import { backWeaknesses } from './back-endpoints.ts';
import { frontWeaknesses } from './browser-answers.ts';
import { clientAssertionWeaknesses } from './client-assertions.ts';
import { clientAuthenticationWeaknesses } from './client-authentication.ts';
import {
  documentBackWeaknesses,
  documentPageWeaknesses,
  documentRequestWeaknesses,
  documentWeaknesses,
} from './client-documents.ts';
import { codeWeaknesses } from './codes.ts';
import { dpopRequestWeaknesses, dpopWeaknesses } from './dpop.ts';
import { jwtGrantWeaknesses } from './jwt-grants.ts';
import { endSessionWeaknesses } from './logout.ts';
import { passwordWeaknesses } from './passwords.ts';
import { pushedRequestWeaknesses, pushWeaknesses } from './pushed-requests.ts';
import { redirectUriWeaknesses } from './redirect-uris.ts';
import { refreshTokenWeaknesses } from './refresh-tokens.ts';
import { registrationWeaknesses } from './registration.ts';
import { requestGuardWeaknesses } from './request-guard.ts';
import { requestObjectWeaknesses } from './request-objects.ts';
import { resourceWeaknesses } from './resources.ts';
import { samlWeaknesses } from './saml-assertions.ts';
import { interactionWeaknesses } from './sign-in.ts';
import { signedResponseWeaknesses } from './signed-responses.ts';
import { tokenRequestWeaknesses } from './token-requests.ts';
import { userinfoWeaknesses } from './userinfo.ts';

/** Flaws in the steps of an authorization request. */
export const authorizeWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  ...redirectUriWeaknesses,
  ...authorizationRequestWeaknesses,
  ...requestObjectWeaknesses,
  ...pushedRequestWeaknesses,
  ...signedResponseWeaknesses,
  ...dpopRequestWeaknesses,
  ...documentRequestWeaknesses,
];

/** Flaws in the steps of a token request. */
export const tokenWeaknesses: readonly Weakness<TokenContext>[] = [
  ...codeWeaknesses,
  ...clientAuthenticationWeaknesses,
  ...clientAssertionWeaknesses,
  ...tokenRequestWeaknesses,
  ...refreshTokenWeaknesses,
  ...passwordWeaknesses,
  ...samlWeaknesses,
  ...jwtGrantWeaknesses,
  ...accessTokenWeaknesses,
  ...resourceWeaknesses,
  ...dpopWeaknesses,
];

export {
  backWeaknesses,
  documentBackWeaknesses,
  documentPageWeaknesses,
  documentWeaknesses,
  frontWeaknesses,
  interactionWeaknesses,
  pushWeaknesses,
  registrationWeaknesses,
  requestGuardWeaknesses,
  userinfoWeaknesses,
};

/** The flaws as a screen needs them for its list. */
export const weaknessCatalogue = [
  ...authorizeWeaknesses,
  ...pushWeaknesses,
  ...frontWeaknesses,
  ...interactionWeaknesses,
  ...tokenWeaknesses,
  ...backWeaknesses,
  ...userinfoWeaknesses,
  ...registrationWeaknesses,
  ...documentWeaknesses,
  ...documentBackWeaknesses,
  ...documentPageWeaknesses,
  ...endSessionWeaknesses,
  ...requestGuardWeaknesses,
].map(({ id, title, clause, pipeline, step }) => ({ id, title, clause, pipeline, step }));

/** Those of `all` that are switched on: never any outside the training profile. */
export function activeWeaknesses<C>(
  all: readonly Weakness<C>[],
  settings: AuthorizationServerSettings,
): readonly Weakness<C>[] {
  if (settings.profile !== 'training') return [];
  return all.filter((weakness) => settings.weaknesses.includes(weakness.id));
}
