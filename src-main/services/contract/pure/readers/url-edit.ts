import type { FactChange } from '#shared/contract/facts.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import { encodeLoosely } from '../hosts.ts';

/** A URL with one more part of its query; an empty one adds nothing. */
export function withQueryText(url: string, query: string): string {
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** A URL with the value of a query parameter changed; null where it has no such parameter. */
export function editQueryValue(
  url: string,
  name: string,
  change: (value: string) => string | null,
): string | null {
  const hash = url.indexOf('#');
  const bare = hash < 0 ? url : url.slice(0, hash);
  const question = bare.indexOf('?');
  if (question < 0) return null;
  const edited = editFormValue(bare.slice(question + 1), name, change);
  return edited === null
    ? null
    : `${bare.slice(0, question)}${edited === '' ? '' : `?${edited}`}${hash < 0 ? '' : url.slice(hash)}`;
}

/** Form fields with the value of one changed, null taking it out; null where there is no such field. */
export function editFormValue(
  form: string,
  name: string,
  change: (value: string) => string | null,
): string | null {
  let isFound = false;
  const pairs = form.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const written = equals < 0 ? pair : pair.slice(0, equals);
    if (percentDecodedOrAsIs(written.replaceAll('+', ' ')) !== name) return [pair];
    isFound = true;
    const was = pair.slice(equals < 0 ? pair.length : equals + 1);
    const decoded = percentDecodedOrAsIs(was.replaceAll('+', ' '));
    const value = change(decoded);
    if (value === decoded) return [pair];
    return value === null ? [] : [`${written}=${isPlainText(was) ? plainValue(value) : encodeValue(value)}`];
  });
  return isFound ? pairs.join('&') : null;
}

/** Tests whether a value is written as people write it, with spaces or quotes as they are: the sender encodes it. */
function isPlainText(written: string): boolean {
  return /[ "]/.test(written) && !/%[\dA-Fa-f]{2}/.test(written);
}

/** Only what would end the value or mean something else is encoded. */
function plainValue(value: string): string {
  return value.replace(/[%&#+]/g, encodeLoosely);
}

/** Percent-encoded, but for what a query may hold as it is and for the placeholders of artefacts. */
function encodeValue(value: string): string {
  return value
    .split(/(\{\{[^{}]*\}\}|[$&]\{[^{}]*\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : encodeLoosely(part).replace(/%(?:2C|3A|2F|28|29|24|40)/g, (code) => decodeURIComponent(code)),
    )
    .join('');
}

/** Returns the effect of a change on a text; undefined: the change does not apply to texts. */
export function effectOf(change: FactChange): ((text: string) => string | null) | undefined {
  if (change.kind === 'replace') return (text) => text.replaceAll(change.from, () => change.to);
  if (change.kind === 'set' && typeof change.value === 'string') {
    const { value } = change;
    return () => value;
  }
  return change.kind === 'remove' ? () => null : undefined;
}
