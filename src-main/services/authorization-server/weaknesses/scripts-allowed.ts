import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter, withoutHeaders } from './alter.ts';

/** Sends pages without a policy for scripts: one mistake in them is enough. */
export const scriptsAllowed: Weakness<FrontContext> = {
  id: 'scripts-allowed',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Pages without content security policy',
  clause: 'RFC 6749 §10.14',
  instead: (context) => alter(context, (response) => withoutHeaders(response, 'content-security-policy')),
};
