import type { HttpResponse } from '#main/platform/http.ts';
import { signingAlgorithms } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';

/** Answers with the public keys: those that sign, and those that did until lately. RFC 7517 §5 */
export async function handleJwks(runtime: Runtime): Promise<HttpResponse> {
  const now = runtime.clock.nowMillis();
  // A client that fetches the keys may get a token signed with any of them next.
  for (const algorithm of signingAlgorithms) await runtime.keys.current(algorithm, now);
  const keys = runtime.keys.published(now, runtime.settings().keyOverlapSeconds);
  return {
    status: 200,
    headers: ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'],
    body: JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }),
  };
}
