import { percentDecoded } from '../text/decoding.ts';
import { isScreen } from './screens.ts';

/** The scheme of links that lead from elsewhere into the desktop application. Not that of its page. */
export const openLinkScheme = 'gatehouse-open';

const maxLinkLength = 2_048;
/** The permitted characters of a link's path and query; a fragment or a second authority is not allowed. */
const linkPattern =
  /^gatehouse-open:(\/[\w.~!$&'()*+,;=:@%-]+(?:\/[\w.~!$&'()*+,;=:@%-]*)*(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?)$/;

// Control characters; what a step of a path hides behind percent signs is looked at as well.
function isSound(step: string): boolean {
  const text = percentDecoded(step);
  if (text === null || text === '.' || text === '..') return false;
  return !/[\p{Cc}\\]/u.test(text);
}

/** The path of the application that a link names, `gatehouse-open:/flows?client=x`; null for anything else. */
export function parseOpenLink(link: string): string | null {
  if (link.length > maxLinkLength) return null;
  const path = linkPattern.exec(link)?.[1];
  if (path === undefined) return null;
  const [bare = '', query = ''] = path.split('?', 2);
  const steps = bare.slice(1).split('/');
  const isKnown = isScreen(steps[0] ?? '');
  return isKnown && steps.every(isSound) && query.split(/[&=]/).every(isSound) ? path : null;
}

/** True if a text is intended as such a link, valid or not. */
export function isOpenLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${openLinkScheme}:`);
}
