import { guardStep } from '../responses.ts';

/** Pages and redirects go out with the headers under which nobody frames, keeps, scripts or learns of them. */
export const guardPageStep = guardStep('Answer is framed, kept and read by nobody else', 'RFC 9700 §4.16');
