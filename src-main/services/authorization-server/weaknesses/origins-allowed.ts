import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter } from './alter.ts';

/** Answers every origin that its scripts may read the page, with the cookies of the person. */
export const originsAllowed: Weakness<FrontContext> = {
  id: 'origins-allowed',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Scripts of every origin may read the pages',
  clause: 'RFC 9700 §2.6',
  instead: (context) => {
    const { origin } = context.request.headers;
    if (origin === undefined) return;
    const headers = ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'];
    alter(context, (response) => ({ ...response, headers: [...response.headers, ...headers] }));
  },
};
