import { withoutHidden } from '#shared/exchange/index.ts';
import type { HopSeen } from './hop.ts';

/** A hop without values that were typed, whatever the page calls its fields. */
export function withoutValues(hop: HopSeen, values: readonly string[]): HopSeen {
  const hidden = values.filter((value) => value !== '');
  if (hidden.length === 0) return hop;
  const clean = (text: string) => withoutHidden(text, hidden);
  return {
    ...hop,
    url: clean(hop.url),
    requestHeaders: hop.requestHeaders.map(clean),
    responseHeaders: hop.responseHeaders.map(clean),
    postData: cleanBytes(hop.postData, hidden),
    body: cleanBytes(hop.body, hidden),
  };
}

function cleanBytes(bytes: Uint8Array | null, hidden: readonly string[]): Uint8Array | null {
  if (bytes === null || bytes.length === 0) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  const cleaned = withoutHidden(text, hidden);
  return cleaned === text ? bytes : Buffer.from(cleaned, 'utf8');
}
