import type { HttpHandler } from '#main/platform/http.ts';
import type { TokenReport } from '#shared/api/flows.ts';
import { createDispatcher, createEndpoints } from './endpoints.ts';
import { inspectToken } from './inspect-token.ts';
import {
  type AuthorizationServerDeps,
  createRuntime,
  forgetTokens,
  loadRuntime,
  purgeRuntime,
} from './runtime.ts';

export { type AuthorizationServerDeps, authorizationServerRecords } from './runtime.ts';
export { weaknessCatalogue } from './weaknesses/index.ts';

/** The hosted authorization server, as the listener and the engine see it. */
export interface AuthorizationServer {
  readonly handle: HttpHandler;
  /** Restores tokens, families, codes, used marks and consents; call it before the first request. */
  load(): Promise<void>;
  /** What the server knows of a token, refresh token or code; null where it never issued it. */
  inspectToken(token: string): TokenReport['stored'];
  /** Drops what ended more than ten minutes ago from memory. */
  purgeExpired(): void;
  /** Drops from memory every token, code and family: what comes with one of them is refused as unknown. */
  forgetTokens(): void;
  /** Drops from memory what users allowed: they are asked again. */
  forgetConsents(): void;
}

/** Creates the authorization server. RFC 6749. */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const runtime = createRuntime(deps);
  return {
    handle: createDispatcher(createEndpoints(runtime)),
    load: () => loadRuntime(runtime),
    inspectToken: (token) => inspectToken(runtime, token),
    purgeExpired: () => purgeRuntime(runtime),
    forgetTokens: () => forgetTokens(runtime),
    forgetConsents: () => runtime.consents.forget(),
  };
}
