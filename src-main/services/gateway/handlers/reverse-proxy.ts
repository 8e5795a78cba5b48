import type { TraceRule } from '#shared/exchange/index.ts';
import { Relay } from '../proxy/relay.ts';
import { passUpgrade } from '../proxy/upgrade.ts';
import type { Upstream } from '../proxy/upstreams.ts';
import type { RunningHandler } from './handler.ts';

const clause = 'RFC 9110 §3.7';
const answered = 'Upstream responds';

/** ReverseProxyHandler: passes a request on to the route's baseURI. `upstream` is null where the route has none. */
export function reverseProxyHandler(upstream: Upstream | null): RunningHandler {
  const origin = upstream?.origin ?? '';
  const sent: TraceRule = { id: 'proxy-sent', rule: `Forwarded to ${origin}`, clause, outcome: 'passed' };
  const answers: TraceRule = { id: 'proxy-answered', rule: answered, clause, outcome: 'passed' };
  const nowhere: TraceRule = {
    id: 'proxy-sent',
    rule: 'Route has an upstream',
    clause,
    outcome: 'failed',
    want: 'baseURI',
    got: 'none',
  };
  return {
    handle(context) {
      if (upstream === null) context.exchange.answer(502, [], '');
      else if (context.exchange.upgrade === null) new Relay(context, upstream).start();
      else passUpgrade(context, upstream);
    },
    rules({ upstream: note }) {
      if (upstream === null) return [nowhere];
      if (note === null || note.failure === null) return [sent, answers];
      return [sent, { ...answers, outcome: 'failed', detail: note.failure }];
    },
    unreached: [
      { ...sent, outcome: 'never' },
      { ...answers, outcome: 'never' },
    ],
    effect: ({ upstream: note }) =>
      note?.status == null
        ? 'The upstream did not respond.'
        : `${origin} responded with status ${note.status}.`,
  };
}
