import type { Client } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';

/** For whom a token is made that tries a resource server out. */
export interface ProbeToken {
  /** Claims about its holder; `sub` or `mail` names them. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
}

/** A token that was made, and the grant by which it ends. */
export interface IssuedProbe {
  readonly token: string;
  readonly familyId: string;
}

/**
 * Makes an access token with attributes of one’s own choice, as one from another identity provider would have them:
 * for traffic that is sent to the gateway hosted here. Null where no client is registered that could hold it.
 */
export async function issueProbeToken(runtime: Runtime, probe: ProbeToken): Promise<IssuedProbe | null> {
  const client = holder(runtime, probe.scopes);
  if (client === null) return null;
  const nowMillis = runtime.clock.nowMillis();
  const { sub, mail } = probe.attributes;
  const username = [sub, mail].find((name) => typeof name === 'string') ?? 'throttle-lab';
  const endsAtMillis = nowMillis + probe.lifetimeSeconds * 1_000;
  const scope = probe.scopes.join(' ');
  const family = {
    id: runtime.tokens.next(),
    clientId: client.clientId,
    username,
    authority: 'throttle-lab',
    attributes: probe.attributes,
    authTimeMillis: nowMillis,
    methods: [],
    grantType: 'throttle-lab',
    scope,
    audience: null,
    claims: null,
    beganAtMillis: nowMillis,
    lastUsedAtMillis: nowMillis,
    revoked: false,
    endsAtMillis,
  };
  runtime.families.create(family, nowMillis);
  const token = runtime.tokens.next();
  runtime.accessTokens.add(token, {
    clientId: client.clientId,
    username,
    scope,
    issuedAtMillis: nowMillis,
    expiresAtMillis: endsAtMillis,
    family,
    audience: null,
    boundTo: null,
    revoked: false,
  });
  await runtime.records.commit();
  return { token, familyId: family.id };
}

/** Ends tokens that were made to try a resource server out; committed when it returns. */
export async function revokeProbeTokens(runtime: Runtime, familyIds: readonly string[]): Promise<void> {
  for (const id of familyIds) {
    const family = runtime.families.get(id);
    if (family !== undefined) runtime.families.revoke(family);
  }
  await runtime.records.commit();
}

/** The first client that may have all of the scopes. */
function holder({ registrations }: Runtime, scopes: readonly string[]): Client | null {
  const able = registrations()
    .clients()
    .find((client) => scopes.every((scope) => client.scopes.includes(scope)));
  return able ?? null;
}
