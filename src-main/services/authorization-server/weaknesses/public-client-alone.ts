import type { Weakness } from '#main/platform/pipeline.ts';
import { found, type TokenContext } from '../token/context.ts';

/** Issues tokens to whoever knows a client_id. */
export const publicClientAlone: Weakness<TokenContext> = {
  id: 'public-client-alone',
  pipeline: 'token.client_credentials',
  step: 'client-confidential',
  title: 'Public client acts for itself',
  clause: 'RFC 6749 §4.4',
  instead: () => undefined,
  alongside: {
    'grant-allowed': ({ client }, original) => (found(client).secretSha256 === null ? undefined : original()),
  },
};
