import type { TraceRule } from '#shared/exchange/index.ts';
import type { TokenExchangeConfig } from '#shared/gateway/types.ts';
import { resourceMetadataUrl } from '#shared/oauth/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { GatewayContext } from '../context.ts';
import { bare, type GatewayResponse } from '../response.ts';
import { type ExchangePorts, exchangeToken } from '../tokens/exchange.ts';
import { ExchangedTokens } from '../tokens/exchanged-tokens.ts';
import { ResolverFailure } from '../tokens/resolver.ts';
import type { RunningFilter } from './filter.ts';

/** The outcome of the exchange; `failure` says why the gateway got no token for the upstream. */
type Note = { readonly failure: string | null; readonly isSkipped?: true };

const clause = 'RFC 8693 §2';
/** Sends the client's token on, which then opens whatever takes it. */
const passthrough = 'token-passthrough';

/**
 * OAuth2TokenExchangeFilter: gets a token of the gateway's own for the upstream; the client's token goes no further.
 * RFC 8693, MCP Security Best Practices
 */
export function tokenExchangeFilter(
  name: string,
  config: TokenExchangeConfig,
  ports: ExchangePorts,
  clock: Clock,
): RunningFilter {
  const kept = new ExchangedTokens();
  const rule: TraceRule = {
    id: `${name}:token-exchanged`,
    rule: `${name}: client's token is exchanged for one of the gateway`,
    clause,
    outcome: 'passed',
  };
  async function exchange(context: GatewayContext, subject: string, note: (failure: string | null) => void) {
    try {
      const nowMillis = clock.nowMillis();
      const token = await kept.get(subject, nowMillis, () =>
        exchangeToken(config, ports, subject, nowMillis),
      );
      context.authorization = `Bearer ${token}`;
      note(null);
      return null;
    } catch (error) {
      if (!(error instanceof ResolverFailure)) throw error;
      note(error.message);
      return bare(error.status);
    }
  }
  return {
    name,
    filter(context, filterIndex) {
      const note = (failure: string | null): void =>
        void (context.run.notes[filterIndex] = { failure } satisfies Note);
      if (ports.weaknesses?.().includes(passthrough) === true) {
        context.run.notes[filterIndex] = { failure: null, isSkipped: true } satisfies Note;
        return null;
      }
      const flaw = flawOf(context);
      if (flaw !== null) {
        note(flaw.detail);
        return flaw.response;
      }
      if (context.resource !== null) context.resourceMetadata = resourceMetadataUrl(context.resource);
      return exchange(context, context.token?.token ?? '', note);
    },
    rules({ notes }, filterIndex) {
      const { failure, isSkipped } = notes[filterIndex] as Note;
      if (isSkipped === true) return [{ ...rule, weakness: passthrough }];
      return [failure === null ? rule : { ...rule, outcome: 'failed', detail: failure }];
    },
    unreached: [{ ...rule, outcome: 'never' }],
    reset: () => kept.clear(),
    close: () => kept.clear(),
  };
}

/** Why a request cannot be sent on without the token of its client. */
function flawOf({
  token,
  exchange,
}: GatewayContext): { readonly detail: string; readonly response: GatewayResponse } | null {
  if (token === null) return { detail: 'No filter before this one validated a token.', response: bare(500) };
  if (!exchange.target.includes(token.token)) return null;
  return { detail: 'The token is in the address too, which is forwarded.', response: bare(400) };
}
