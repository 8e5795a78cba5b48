import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, tokenPath } from '#shared/oauth/index.ts';
import type { DoorContext } from '../door/context.ts';

/** Makes out from the other parameters which grant is meant. */
export const grantTypeGuessed: Weakness<DoorContext> = {
  id: 'grant-type-guessed',
  pipeline: 'door',
  step: 'parameters-read',
  title: 'grant_type guessed',
  clause: 'RFC 6749 §5.2',
  instead: (context, original) => {
    void original();
    const { form } = context;
    if (context.request.path !== tokenPath || formValue(form, 'grant_type') !== undefined) return;
    const guess = guesses.find(([name]) => formValue(form, name) !== undefined)?.[1] ?? 'client_credentials';
    context.form = { ...form, fields: [{ name: 'grant_type', value: guess, raw: guess }, ...form.fields] };
  },
};

const guesses = [
  ['code', 'authorization_code'],
  ['refresh_token', 'refresh_token'],
  ['username', 'password'],
] as const;
