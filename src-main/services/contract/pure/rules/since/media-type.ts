import { type KeyOf, type KeySearch, requestSearch } from './key-search.ts';

/** A request whose media type starts an action that was not there before. */
export function mediaTypeKey({ suffix }: KeyOf<'media-type'>): KeySearch {
  const mediaTypeOf = (text: string | undefined) => text?.split(';', 1)[0]?.trim().toLowerCase();
  return requestSearch({
    subject: suffix,
    severity: 'error',
    applies: ({ headers }) => headers.get('content-type')?.startsWith('application/vnd.') === true,
    parts: ({ headers }, { mediaType }) =>
      mediaTypeOf(headers.get('content-type')) === `application/vnd.${mediaType}.${suffix}`.toLowerCase()
        ? [{ part: 'header', name: 'content-type' }]
        : [],
  });
}
