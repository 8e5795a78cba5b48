import type { LiveNeeds, LiveRequest, LiveSender } from '#main/services/throttle/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { fieldFault } from '../platform/field-fault.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { defaultRawLimits, sendRaw } from '../platform/raw-http.ts';
import type { AuthorizationServer } from '../services/authorization-server/index.ts';
import type { Gateway } from '../services/gateway/index.ts';
import { sampleScopeFor } from '../services/sample-upstreams/index.ts';
import type { EnginePorts } from './ports.ts';

/** How long a token of a run lives; half of it by the clock of the services, and it is made anew. */
const probeTokenSeconds = 86_400;

export interface LiveParts {
  readonly authorizationServer: Pick<AuthorizationServer, 'admin'>;
  readonly gateway: Pick<Gateway, 'watch'>;
  readonly outgoing: Outgoing;
  /** Base URL of the running gateway; null while it does not run. */
  readonly gatewayUrl: () => string | null;
  /** True if an address is that of the sample resource server. */
  readonly isSample: (baseUri: string) => boolean;
}

/** Makes what sends the traffic of one run to the gateway, with tokens that say of their holders what the traffic does. */
export function liveSender({ clock }: Pick<EnginePorts, 'clock'>, parts: LiveParts) {
  return (needs: LiveNeeds): LiveSender => {
    const tokens = createTokens(parts.authorizationServer, scopeLists(needs, parts), () => clock.nowMillis());
    const watch = parts.gateway.watch();
    return {
      async send({ method, path, headers, attributes }) {
        const origin = parts.gatewayUrl();
        if (origin === null) return null;
        const fields = Object.entries(headers).flat();
        const fault = fieldFault(method, fields);
        if (fault !== null)
          throw new GatehouseError('traffic.invalid', fault, { fix: 'Fix the headers of the traffic.' });
        const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
        const isNameless = hasOwn || Object.keys(attributes).length === 0;
        const own = isNameless ? [] : ['Authorization', `Bearer ${await tokens.of(attributes)}`];
        const all = ['Host', new URL(origin).host, ...fields, ...own];
        try {
          const response = await sendRaw(
            { method, origin, target: path, headers: all, body: '' },
            { ...defaultRawLimits, outgoing: parts.outgoing },
          );
          const { status, headers: answered, clientPort } = response;
          return { status, retryAfterSeconds: retryAfterOf(answered), seen: watch.take(clientPort) };
        } catch (error) {
          if (error instanceof GatehouseError) return null;
          throw error;
        }
      },
      async close() {
        watch.close();
        await tokens.close();
      },
    };
  };
}

/** The scopes that tokens should have, those that help most first; the last ones are those that the route cannot do without. */
function scopeLists(
  { scopes, baseUri, methods }: LiveNeeds,
  { isSample }: LiveParts,
): readonly (readonly string[])[] {
  if (baseUri === null || !isSample(baseUri)) return [scopes];
  return [[...new Set([...scopes, ...methods.map(sampleScopeFor)])], scopes];
}

interface KeptToken {
  readonly token: Promise<string>;
  readonly madeMillis: number;
}

/** The tokens of one run. */
function createTokens(
  { admin }: Pick<AuthorizationServer, 'admin'>,
  wishes: readonly (readonly string[])[],
  nowMillis: () => number,
) {
  const kept = new Map<string, KeptToken>();
  const familyIds: string[] = [];
  let isClosed = false;

  async function issue(attributes: LiveRequest['attributes']): Promise<string> {
    for (const scopes of wishes) {
      const issued = await admin.issueProbeToken({ attributes, scopes, lifetimeSeconds: probeTokenSeconds });
      if (issued === null) continue;
      if (isClosed) await admin.revokeProbeTokens([issued.familyId]);
      else familyIds.push(issued.familyId);
      return issued.token;
    }
    const needed = wishes.at(-1) ?? [];
    throw new GatehouseError(
      'throttling.no-probe-client',
      `No registered client may request ${needed.length === 0 ? 'tokens' : `the scopes ${needed.join(' ')}`}.`,
      { fix: 'Register a client with these scopes, or set the Authorization header in the traffic.' },
    );
  }

  return {
    of(attributes: LiveRequest['attributes']): Promise<string> {
      const key = JSON.stringify(attributes);
      const known = kept.get(key);
      const age = nowMillis() - (known?.madeMillis ?? 0);
      if (known !== undefined && age >= 0 && age < (probeTokenSeconds * 1_000) / 2) return known.token;
      const token = issue(attributes);
      kept.set(key, { token, madeMillis: nowMillis() });
      token.catch(() => kept.delete(key));
      return token;
    },
    close(): Promise<void> {
      isClosed = true;
      return admin.revokeProbeTokens(familyIds.splice(0));
    },
  };
}

function retryAfterOf(headers: readonly string[]): number | null {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'retry-after');
  const seconds = at < 0 ? Number.NaN : Number(headers[at + 1]);
  return Number.isFinite(seconds) ? seconds : null;
}
