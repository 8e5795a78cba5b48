import { formatCount, formatShare } from '#renderer/words/format.ts';
import type { LiveRun } from '#shared/api/index.ts';
import { type Figures, figuresOf, shareOf } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { waitText } from '../seconds.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle.results;

/** One number above the charts. */
export interface ReadoutText {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
  /** How much more or less it is than before the last edit. */
  readonly change?: string;
  readonly isRefused?: boolean;
  /** It counts what the route does not take, and stands apart. */
  readonly isApart?: boolean;
  readonly title?: string;
}

/** The difference to what was there before; nothing where there is none. */
function changeOf(value: number, before: number | undefined): Pick<ReadoutText, 'change'> {
  const by = value - (before ?? value);
  return by === 0 ? {} : { change: `${by > 0 ? '+' : '−'}${formatCount(Math.abs(by))}` };
}

const rare = [
  ['failed', messages.failedCount],
  ['unthrottled', messages.unthrottled],
  ['shadowed', messages.shadowed],
  ['retries', messages.retries],
] as const;

/** Returns the readouts that are shown only if their count is not zero, or was not before. */
function rareOf(figures: Figures, before: Figures | null): readonly ReadoutText[] {
  return rare.flatMap(([of, name]) => {
    const value = figures[of];
    if (value === 0 && (before?.[of] ?? 0) === 0) return [];
    const isRefused = of === 'failed' && value > 0;
    return [{ name, value: formatCount(value), isRefused, ...changeOf(value, before?.[of]) }];
  });
}

/** The requests that the route does not take, apart from the rest. */
function notTakenOf({ notTaken, all }: Figures, result: SimulationResult): readonly ReadoutText[] {
  if (notTaken === 0) return [];
  const named = result.notTaken.map(({ request, count }) => messages.notTakenOf(request, count));
  return [
    {
      name: messages.notTaken,
      value: formatCount(notTaken),
      more: messages.ofAll(formatShare(shareOf(notTaken, all)), all),
      title: named.join('\n'),
      isApart: true,
    },
  ];
}

/** The numbers of what was really sent; what failed, or went elsewhere, is said in words beside them. */
export function liveReadouts(run: Pick<LiveRun, 'sent' | 'accepted' | 'refused' | 'notTaken'> | null) {
  const { sent, accepted, refused, notTaken } = run ?? { sent: 0, accepted: 0, refused: 0, notTaken: 0 };
  const offered = sent - notTaken;
  const readouts: readonly ReadoutText[] = [
    { name: messages.offered, value: formatCount(offered) },
    { name: messages.allowed, value: formatCount(accepted) },
    {
      name: messages.refused,
      value: formatCount(refused),
      more: formatShare(shareOf(refused, offered)),
      isRefused: refused > 0,
    },
  ];
  return readouts;
}

/** The numbers above the charts, in their order, with what they have changed by. */
export function readoutsOf(
  result: SimulationResult,
  former: SimulationResult | null = null,
): readonly ReadoutText[] {
  const figures = figuresOf(result);
  const before = former === null ? null : figuresOf(former);
  const { offered, allowed, refused, refusedShare } = figures;
  const { p50, p95 } = result.retryAfter;
  return [
    { name: messages.offered, value: formatCount(offered), ...changeOf(offered, before?.offered) },
    { name: messages.allowed, value: formatCount(allowed), ...changeOf(allowed, before?.allowed) },
    {
      name: messages.refused,
      value: formatCount(refused),
      more: formatShare(refusedShare),
      isRefused: refused > 0,
      ...changeOf(refused, before?.refused),
    },
    ...(refused === 0
      ? []
      : [{ name: messages.retryAfter, value: messages.pair(waitText(p50), waitText(p95)), more: 's' }]),
    ...rareOf(figures, before),
    ...notTakenOf(figures, result),
  ];
}
