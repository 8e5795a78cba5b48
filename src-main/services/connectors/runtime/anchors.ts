import { createHash } from 'node:crypto';

/** So many records before a place are remembered; each takes six characters of a cookie. */
const maxAnchors = 32;
const markLength = 6;

/** The place at which a page goes on that is read again. */
export interface FoundPlace {
  readonly index: number;
  /** False: none of the remembered records is there any more, so that records may be missing or listed twice. */
  readonly isSure: boolean;
}

/** Marks of the uids before a place in a page, the nearest first. */
export function anchorsBefore(uids: readonly (string | null)[], index: number): readonly string[] {
  return uids
    .slice(Math.max(0, index - maxAnchors), index)
    .toReversed()
    .map((uid) => markOf(uid));
}

/**
 * Finds a place again in a page that may have changed: behind the last of the records before it that is still there. If
 * all of them are remembered and none is left, everything that the page holds now comes behind them.
 */
export function placeBehind(
  uids: readonly (string | null)[],
  anchors: readonly string[],
  index: number,
): FoundPlace {
  const isAsBefore = index === 0 || anchors.length === 0 || markOf(uids[index - 1]) === anchors[0];
  if (isAsBefore) return { index, isSure: true };
  const marks = uids.map((uid) => markOf(uid));
  for (const anchor of anchors) {
    const at = marks.lastIndexOf(anchor);
    if (at >= 0) return { index: at + 1, isSure: true };
  }
  return anchors.length === index ? { index: 0, isSure: true } : { index, isSure: false };
}

function markOf(uid: string | null | undefined): string {
  return createHash('sha256')
    .update(uid ?? '')
    .digest('base64url')
    .slice(0, markLength);
}
