import type { TraceRule } from '#shared/exchange/index.ts';
import type { BasicCredential } from '#shared/gateway/types.ts';
import { basicAuthorization, type ReadSecret } from '../basic-authorization.ts';
import { bare } from '../response.ts';
import type { RunningFilter } from './filter.ts';

/** HttpBasicAuthenticationClientFilter: names the gateway to the upstream, in place of what the client sent. */
export function basicAuthenticationFilter(
  name: string,
  credential: BasicCredential,
  readSecret: ReadSecret,
): RunningFilter {
  const rule: TraceRule = {
    id: `${name}:credential`,
    rule: `${name}: request is forwarded as ${credential.username}`,
    clause: 'RFC 7617 §2',
    outcome: 'passed',
  };
  const failed: TraceRule = {
    ...rule,
    outcome: 'failed',
    detail: 'Its password is not stored, or this route has no access to it.',
  };
  return {
    name,
    filter(context, filterIndex) {
      context.authorization = basicAuthorization(credential, readSecret);
      const isKnown = context.authorization !== null;
      context.run.notes[filterIndex] = isKnown;
      return isKnown ? null : bare(500);
    },
    rules: ({ notes }, filterIndex) => [notes[filterIndex] === true ? rule : failed],
    unreached: [{ ...rule, outcome: 'never' }],
    reset: () => undefined,
    close: () => undefined,
  };
}
