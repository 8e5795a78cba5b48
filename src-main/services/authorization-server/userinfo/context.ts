import type { BearerToken } from '#main/platform/bearer-token.ts';
import type { DpopProof } from '#main/platform/dpop/index.ts';
import type { RequestContext } from '../request-context.ts';
import type { AccessToken } from '../stores/token-table.ts';

/** A request for the claims of a user on its way through its pipeline. */
export interface UserinfoContext extends RequestContext {
  readonly bearer: BearerToken;
  dpop: DpopProof | null;
  token: AccessToken | null;
  body: string;
}
