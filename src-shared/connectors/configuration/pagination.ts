import { z } from 'zod';
import { anyJson, caseless, flag } from './values.ts';

/** How one strategy asks for a page. Spec 2 §A.2 */
export const strategySchema = z.object({
  type: caseless(['body', 'param'], 'a location for paging variables')
    .nullish()
    .describe('Location of the variables: body or query; inferred if absent.'),
  param: z
    .string()
    .nullish()
    .describe(
      'Query parameters joined by “&”, such as limit={_pageSize}. Parameters without a value are omitted.',
    ),
  path: z
    .string()
    .nullish()
    .describe(
      'Path that replaces the path of the operation. Extension: {_pagedResultsCookie} alone follows a cookie that is the URL of the next page.',
    ),
  requestBody: anyJson
    .nullish()
    .describe('Merged into the body of the operation after the variables are replaced.'),
});

/** Location of the cookie of the next page. Spec 2 §A.2 */
export const cookieSchema = z.object({
  type: caseless(['body', 'header'], 'a location for the cookie').describe(
    'Location of the cookie in the response.',
  ),
  path: z
    .string()
    .min(1)
    .describe(
      'Path in the body, or name of the header. Extension: for Link without regularExpression, the link with rel=next is used.',
    ),
  regularExpression: z
    .string()
    .nullish()
    .describe('Extracts the cookie from the value: the first group, or else the whole match.'),
  stopPath: z
    .string()
    .nullish()
    .describe('Extension: body path of a flag that is false or null on the last page, such as has_more.'),
  rewriteOrigin: flag(false).describe(
    'Extension: for a remote system behind a proxy. Uses only path and query of the next page URL and takes the origin from serviceUri.',
  ),
});

/** Paging of QUERY. Spec 2 §A.2 */
export const paginationSchema = z.object({
  pageSizePagination: strategySchema.nullish().describe('Used if the caller passes only a page size.'),
  offSetPagination: strategySchema.nullish().describe('Used if the caller passes an offset.'),
  cookiePagination: strategySchema
    .nullish()
    .describe('Used if the caller passes the cookie of an earlier page.'),
  totalPath: z
    .string()
    .min(1)
    .nullish()
    .describe(
      'Extension: location of the total number of records: a path in the body, or header:X-Total-Count.',
    ),
  pagedResultsCookie: cookieSchema.nullish().describe('How a response links to the next page.'),
});

export type PageStrategy = z.output<typeof strategySchema>;
export type CookieSettings = z.output<typeof cookieSchema>;
export type Pagination = z.output<typeof paginationSchema>;
