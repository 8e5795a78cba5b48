/** A text cut where it begins and ends to differ from another. */
export interface Difference {
  readonly before: string;
  readonly changed: string;
  readonly after: string;
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left[length] === right[length]) length += 1;
  return length;
}

/**
 * Splits `text` into the parts that it shares with `other` at both ends and the part between; whole
 * characters only.
 */
export function difference(text: string, other: string): Difference {
  const own = Array.from(text);
  const others = Array.from(other);
  const head = commonLength(own, others);
  const tail = commonLength(own.slice(head).toReversed(), others.slice(head).toReversed());
  const end = own.length - tail;
  return {
    before: own.slice(0, head).join(''),
    changed: own.slice(head, end).join(''),
    after: own.slice(end).join(''),
  };
}
