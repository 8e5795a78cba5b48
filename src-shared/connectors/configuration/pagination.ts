import { z } from 'zod';
import { anyJson, caseless, flag } from './values.ts';

/** How one strategy asks for a page. Spec 2 §A.2 */
export const strategySchema = z.object({
  type: caseless(['body', 'param'], 'a place for paging')
    .nullish()
    .describe('Whether the variables go into the body or the query; inferred where it is absent.'),
  param: z
    .string()
    .nullish()
    .describe(
      'Pairs of the query joined by “&”, such as limit={_pageSize}; a pair without a value is dropped.',
    ),
  path: z
    .string()
    .nullish()
    .describe(
      'Path to use in place of that of the operation. Extension: {_pagedResultsCookie} alone follows a cookie that is the address of the next page.',
    ),
  requestBody: anyJson
    .nullish()
    .describe('Laid over the body of the operation, with the variables filled in.'),
});

/** Location of the cookie of the next page. Spec 2 §A.2 */
export const cookieSchema = z.object({
  type: caseless(['body', 'header'], 'a place for the cookie').describe(
    'Where in the answer the cookie stands.',
  ),
  path: z
    .string()
    .min(1)
    .describe(
      'Path in the body, or name of the header field. Extension: of Link without regularExpression the link with rel=next is taken.',
    ),
  regularExpression: z
    .string()
    .nullish()
    .describe('Takes the cookie out of the value: its first group, or else all that it matches.'),
  stopPath: z
    .string()
    .nullish()
    .describe(
      'Extension: path in the body of a flag that is false (or null) on the last page, such as has_more.',
    ),
  rewriteOrigin: flag(false).describe(
    'Extension: for a remote behind a proxy. Of the address of a next page path and query are kept, and serviceUri says where it is sent.',
  ),
});

/** Paging of QUERY. Spec 2 §A.2 */
export const paginationSchema = z.object({
  pageSizePagination: strategySchema.nullish().describe('Used where a page size alone is asked for.'),
  offSetPagination: strategySchema.nullish().describe('Used where an offset is asked for.'),
  cookiePagination: strategySchema.nullish().describe('Used where the cookie of an earlier page is given.'),
  totalPath: z
    .string()
    .min(1)
    .nullish()
    .describe(
      'Extension: where the response gives the total number of records: a path in the body, or header:X-Total-Count.',
    ),
  pagedResultsCookie: cookieSchema.nullish().describe('Where an answer says how to get the next page.'),
});

export type PageStrategy = z.output<typeof strategySchema>;
export type CookieSettings = z.output<typeof cookieSchema>;
export type Pagination = z.output<typeof paginationSchema>;
