/** The values of a play that an act can name. */
export const typedNames = ['username', 'password', 'totp'] as const;
export type TypedName = (typeof typedNames)[number];

/** A place in a text that is filled in: `{{username}}`, `{{password}}`, `{{totp}}` or `{{totp|digit:1}}`. */
export interface TypedPlace {
  readonly name: TypedName;
  /** Which digit of the code, from 1; null: all of the value. */
  readonly digit: number | null;
}

const place = /\{\{([^{}]{0,40})\}\}/g;
const placeText = /^(?:(username|password|totp)|totp\|digit:([1-8]))$/;

/** Takes a text apart; null where it holds a place that no play can fill. */
export function parseTyped(text: string): readonly (string | TypedPlace)[] | null {
  const parts: (string | TypedPlace)[] = [];
  let end = 0;
  for (const match of text.matchAll(place)) {
    const [, name, digit] = placeText.exec(match[1] ?? '') ?? [];
    if (name === undefined && digit === undefined) return null;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({
      name: isTypedName(name) ? name : 'totp',
      digit: digit === undefined ? null : Number(digit),
    });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function isTypedName(name: string | undefined): name is TypedName {
  return typedNames.some((known) => known === name);
}

/** The places of a text, in its order; none where it cannot be read. */
export function typedPlaces(text: string): readonly TypedPlace[] {
  return (parseTyped(text) ?? []).filter((part) => typeof part !== 'string');
}
