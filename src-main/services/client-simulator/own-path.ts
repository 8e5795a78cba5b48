import type { Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { ClientContext } from './context.ts';
import { refuse } from './refusal.ts';

/** The application sends nobody anywhere but to its own pages. RFC 9700 §4.11.1 */
export const ownPathStep: Step<ClientContext> = {
  id: 'next-own',
  rule: 'Redirect target is a path of the application',
  clause: 'RFC 9700 §4.11.1',
  check: checkNext,
  applies: ({ form }) => formValue(form, 'next') !== undefined,
};

function checkNext(context: ClientContext): void {
  const { form, request } = context;
  const next = formValue(form, 'next') ?? '';
  // Browsers read a backslash as a slash and drop control characters: the result has to stay here as well.
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next);
  if (!isPath || URL.parse(next, request.origin)?.origin !== new URL(request.origin).origin)
    throw refuse('This application redirects only to its own pages.', { want: 'a path', got: next });
  context.next = next;
}
