import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter, withoutHeaders } from './alter.ts';

/** Lets caches keep what carries codes and anti-forgery values. */
export const pagesKept: Weakness<FrontContext> = {
  id: 'pages-kept',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Pages and codes may be kept by caches',
  clause: 'RFC 9700 §4.3.1',
  instead: (context) => alter(context, (response) => withoutHeaders(response, 'cache-control', 'pragma')),
};
