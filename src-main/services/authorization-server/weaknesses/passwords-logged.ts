import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { InteractionContext } from '../authorize/context.ts';

/** Notes what was typed, to find out why somebody cannot sign in. */
export const passwordsLogged: Weakness<InteractionContext> = {
  id: 'passwords-logged',
  pipeline: 'authorize.sign-in',
  step: 'password-matches',
  title: 'Passwords written to the log',
  clause: 'RFC 6819 §5.1.4.1.3',
  instead: (context, original) => {
    const [name, typed] = ['username', 'password'].map((field) => formValue(context.form, field) ?? '');
    context.runtime.logger.info('sign-in.attempt', { name, typed });
    return original();
  },
};
