import { decodeFormComponent, formEncode } from '../oauth/index.ts';
import { mask, secretKindOfName } from './redaction.ts';

/** Shorter values may stand anywhere by chance; fields that hold nothing else are masked all the same. */
const minCharacters = 4;

/** A text without values that were typed, however it spells them and whatever it calls their fields. */
export function withoutHidden(text: string, values: readonly string[]): string {
  const hidden = values.filter((value) => value !== '');
  if (hidden.length === 0) return text;
  const fields = text.replaceAll(/=([^=&#\s"'<>;]{1,2000})/g, (whole, value: string) =>
    hidden.includes(valueOf(value)) ? `=${mask}` : whole,
  );
  return hidden
    .filter(({ length }) => length >= minCharacters)
    .flatMap((value) => [
      ...new Set([value, encodeURIComponent(value), formEncode(value), JSON.stringify(value).slice(1, -1)]),
    ])
    .toSorted((one, other) => other.length - one.length)
    .reduce((before, spelling) => before.replaceAll(spelling, mask), fields);
}

/** The value of a field; forms of old pages are encoded in ISO 8859-1. */
function valueOf(written: string): string {
  const latin = () =>
    written
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeFormComponent(written) ?? latin();
}

/**
 * A form without values that were typed into fields whose names do not say that they are secret. Fields that say it are
 * sealed where they are kept, and stay for those who send the request again.
 */
export function withoutUnnamed(form: string, values: readonly string[]): string {
  const hidden = new Set(values.filter((value) => value !== ''));
  if (hidden.size === 0) return form;
  const pairs = form.split('&').map((pair) => {
    const [name = '', value] = pair.split('=', 2);
    const isHidden = value !== undefined && hidden.has(valueOf(value));
    return isHidden && secretKindOfName(decodeFormComponent(name) ?? name) === undefined
      ? `${name}=${mask}`
      : pair;
  });
  return pairs.join('&');
}
