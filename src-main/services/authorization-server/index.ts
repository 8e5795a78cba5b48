import type { HttpHandler } from '#main/platform/http.ts';
import type { TokenReport } from '#shared/api/tokens.ts';
import type { AuditEvent } from '#shared/oauth/index.ts';
import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import { type Administration, createAdministration } from './admin/index.ts';
import { createDispatcher, createEndpoints } from './endpoints.ts';
import { inspectToken } from './inspect-token.ts';
import { logoutTopic } from './logout/topic.ts';
import { bodyLimitBytes } from './request-guard.ts';
import {
  type AuthorizationServerDeps,
  createRuntime,
  forgetTokens,
  loadRuntime,
  purgeRuntime,
} from './runtime.ts';
import { activeWeaknesses, requestGuardWeaknesses } from './weaknesses/index.ts';

export { type AuthorizationServerDeps, authorizationServerRecords } from './runtime.ts';
export { authorizationServerGuards } from './stores/guards.ts';
export { weaknessCatalogue } from './weaknesses/index.ts';

/**
 * Maximum number of bytes that a listener reads for a server that bounds nothing itself: even that has to end
 * somewhere.
 */
const unboundedBytes = 64 * 1_048_576;

/** The hosted authorization server, as the listener and the engine see it. */
export interface AuthorizationServer {
  readonly handle: HttpHandler;
  /** Largest request body that is read, in bytes. */
  bodyLimitBytes(): number;
  /** Restores tokens, families, codes, used marks and consents; call it before the first request. */
  load(): Promise<void>;
  /** Returns the server's knowledge of a token, refresh token or code; null where it never issued it. */
  inspectToken(token: string): TokenReport['stored'];
  /** Calls back at every audit event while somebody is interested. */
  onAuditEvent(listener: (event: AuditEvent) => void, isInterested?: () => boolean): () => void;
  /** Drops what ended more than ten minutes ago from memory. */
  purgeExpired(): void;
  /** Drops every token, code and family from memory: requests with one of them are refused as unknown. */
  forgetTokens(): void;
  /** Drops from memory what users allowed: they are asked again. */
  forgetConsents(): void;
  /** Views and actions for the administrators of the server, apart from its endpoints. */
  readonly admin: Administration;
}

/**
 * The request guard refuses larger ones; the listener need not read them before, unless the request guard has
 * a weakness.
 */
function bodyLimitOf(settings: AuthorizationServerSettings): number {
  return activeWeaknesses(requestGuardWeaknesses, settings).some(({ step }) => step === 'body-bounded')
    ? unboundedBytes
    : bodyLimitBytes;
}

/** Creates the authorization server. RFC 6749. */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const runtime = createRuntime(deps);
  return {
    handle: createDispatcher(createEndpoints(runtime), runtime),
    bodyLimitBytes: () => bodyLimitOf(runtime.settings()),
    async load() {
      await loadRuntime(runtime);
      // Not before: what waits since the last run is signed with the keys of that.
      deps.outbox.register(logoutTopic, async (message) => {
        const { deliverLogout } = await import('./logout/deliver.ts');
        await deliverLogout(runtime, message);
      });
    },
    inspectToken: (token) => inspectToken(runtime, token),
    onAuditEvent: runtime.audit.onEvent,
    purgeExpired: () => purgeRuntime(runtime),
    forgetTokens: () => forgetTokens(runtime),
    forgetConsents: () => runtime.consents.forget(),
    admin: createAdministration(runtime),
  };
}
export { tokenHash } from './token-factory.ts';
