import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { alter, withoutHeaders } from './alter.ts';

/** Lets caches keep tokens. */
export const tokenAnswersKept: Weakness<TokenContext> = {
  id: 'token-answers-kept',
  pipeline: 'token*',
  step: 'answer-guarded',
  title: 'Token answers may be kept by caches',
  clause: 'RFC 6749 §5.1',
  instead: (context) => alter(context, (response) => withoutHeaders(response, 'cache-control', 'pragma')),
};
