import { isUnknown } from '../parts/placeholder.ts';
import { type KeyOf, type KeySearch, requestSearch } from './key-search.ts';

/** A request whose media type starts an action that was not there before. */
export function mediaTypeKey({ suffix }: KeyOf<'media-type'>): KeySearch {
  const mediaTypeOf = (text: string | undefined) => text?.split(';', 1)[0]?.trim().toLowerCase();
  return requestSearch({
    subject: suffix,
    severity: 'error',
    applies({ headers }) {
      const given = headers.get('content-type');
      return given?.startsWith('application/vnd.') === true || isUnknown(given);
    },
    parts({ headers }, { mediaType }) {
      const given = headers.get('content-type');
      const part = { part: 'header', name: 'content-type' } as const;
      if (isUnknown(given)) return [{ untold: part }];
      return mediaTypeOf(given) === `application/vnd.${mediaType}.${suffix}`.toLowerCase() ? [part] : [];
    },
  });
}
