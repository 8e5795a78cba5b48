import type { DiffLine } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { difference } from '../difference.ts';
import { useFetchedValues, useIsShown } from '../shown-values.ts';

/** The values behind the masks of two exchanges by their pointers, while they are shown. */
export interface PairValues {
  readonly isShown: boolean;
  /** True if anything is masked that may be shown. */
  readonly canShow: boolean;
  readonly left: ReadonlyMap<string, string>;
  readonly right: ReadonlyMap<string, string>;
}

/** Fetches what is masked on both sides while it is shown, and keeps none of it. */
export function usePairValues(leftId: string, rightId: string, lines: readonly DiffLine[]): PairValues {
  const { client } = useApi();
  const isShown = useIsShown([leftId, rightId]);
  const load = (id: string) => async (pointer: string) =>
    (await client.exchanges.reveal({ id, pointer })).value;
  const lefts = lines.flatMap(({ leftPointer }) => leftPointer ?? []);
  const rights = lines.flatMap(({ rightPointer }) => rightPointer ?? []);
  return {
    isShown,
    canShow: lefts.length + rights.length > 0,
    left: useFetchedValues(isShown, lefts, load(leftId)),
    right: useFetchedValues(isShown, rights, load(rightId)),
  };
}

/** A value of one side, cut where it differs from the other side. */
export interface SideText {
  readonly parts: readonly { readonly text: string; readonly isChanged: boolean }[];
  /** Both sides are masked alike, though the values behind them are not. */
  readonly isHidden: boolean;
}

/** Of more pieces the eye makes nothing: then the part between the first and the last difference is marked. */
const maxSegments = 9;

/** A field of the wire is revealed by its value: its name stays before it. */
function revealed({ name }: DiffLine, shown: string, value: string | undefined): string {
  if (value === undefined) return shown;
  return /^field \d+$/.test(name) ? `${shown.slice(0, shown.indexOf(': ') + 2)}${value}` : value;
}

/** A line's value of one side, with what changed told apart; null where that side does not have it. */
export function sideText(line: DiffLine, side: 'left' | 'right', values: PairValues): SideText | null {
  if (line[side] === null) return null;
  const shown = {
    left: revealed(line, line.left ?? '', values.left.get(line.leftPointer ?? '')),
    right: revealed(line, line.right ?? '', values.right.get(line.rightPointer ?? '')),
  };
  const plain = { parts: [{ text: shown[side], isChanged: false }], isHidden: false };
  // A value that is made anew each time differs from its first letter on: marks would say nothing.
  if (line.change !== 'differs' || line.left === null || line.right === null) return plain;
  if (shown.left === shown.right) return { ...plain, isHidden: true };
  const isRevealed = shown.left !== line.left || shown.right !== line.right;
  if (!isRevealed && line.segments !== null && line.segments.length <= maxSegments)
    return {
      parts: line.segments
        .filter((segment) => segment.in === 'both' || segment.in === side)
        .map(({ text, in: where }) => ({ text, isChanged: where === side })),
      isHidden: false,
    };
  const { before, changed, after } = difference(shown[side], shown[side === 'left' ? 'right' : 'left']);
  return {
    parts: [
      { text: before, isChanged: false },
      { text: changed, isChanged: true },
      { text: after, isChanged: false },
    ].filter(({ text }) => text !== ''),
    isHidden: false,
  };
}
