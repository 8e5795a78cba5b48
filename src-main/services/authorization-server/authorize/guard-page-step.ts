import { guardStep } from '../responses.ts';

/** Pages and redirects go out with the headers under which nobody frames, keeps, scripts or learns of them. */
export const guardPageStep = guardStep(
  'Response cannot be framed, cached or read cross-origin',
  'RFC 9700 §4.16',
);
