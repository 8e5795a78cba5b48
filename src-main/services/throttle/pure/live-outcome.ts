import type { LiveOutcome } from '#shared/throttle/live.ts';

/** How the gateway dealt with a request, as far as the route in question is concerned. */
export interface SeenRequest {
  /** The file of the route that took it; null: none did. */
  readonly file: string | null;
  /** The outcomes of the throttling filters of that route, in their order. */
  readonly throttling: readonly { readonly filter: string; readonly outcome: string }[];
}

/** The subject of a question: a route, and one of its throttling filters; null: the first. */
export interface AskedFilter {
  readonly file: string;
  readonly filter: string | null;
}

const outcomes: Readonly<Record<string, LiveOutcome>> = {
  accepted: 'allowed',
  shadowed: 'allowed',
  unthrottled: 'allowed',
  refused: 'refused',
  failed: 'failed',
};

/**
 * Says what came of a request at a throttling filter. What it let through is allowed, whatever the upstream answered;
 * where nobody looked on, the status alone has to do.
 */
export function liveOutcome(
  { file, filter }: AskedFilter,
  response: { readonly status: number; readonly seen: SeenRequest | null } | null,
): LiveOutcome {
  if (response === null) return 'unanswered';
  const { status, seen } = response;
  if (seen === null) return status === 429 ? 'refused' : 'allowed';
  if (seen.file !== file) return 'notTaken';
  const asked = seen.throttling.find((each) => filter === null || each.filter === filter);
  // Answered by another filter before this one.
  return outcomes[asked?.outcome ?? ''] ?? 'before';
}
