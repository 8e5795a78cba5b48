import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { headerValue } from '#main/platform/raw-http.ts';

/** The parts of a recorded exchange by which its step is found. */
export interface ObservedExchange {
  readonly id: string;
  readonly side: 'client' | 'server';
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly query: ReadonlyMap<string, string>;
  readonly tags: readonly string[];
  readonly host: string;
  readonly requestBody: string;
  readonly status: number | null;
  readonly clientPort: number;
}

/** The parts of a recorded exchange that identify its run. */
export function toObserved({ id, draft, requestBody }: PackedExchange): ObservedExchange {
  const [path = '', query = ''] = draft.target.split('?', 2);
  return {
    id,
    side: draft.side,
    service: draft.service,
    method: draft.method,
    path,
    target: draft.target,
    query: new Map(new URLSearchParams(query)),
    tags: draft.tags,
    host: headerValue(draft.requestHeaders, 'host') ?? '',
    requestBody: requestBody.text,
    status: draft.status,
    clientPort: draft.clientPort,
  };
}

/** True of what a run recorded of a request of its own: the run has noted it, and no other run knows it. */
export function isOwnRecord({ draft: { side, tags } }: PackedExchange): boolean {
  return side === 'client' && tags.some((tag) => tag.startsWith('run:'));
}

/** The user whom the server named in the exchange's tags, or nothing. */
export function userOf(tags: readonly string[]): string {
  return tags.find((tag) => tag.startsWith('user:'))?.slice(5) ?? '';
}
