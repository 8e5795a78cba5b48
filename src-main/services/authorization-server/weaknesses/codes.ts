import { setTimeout } from 'node:timers/promises';
import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import { required, type TokenContext } from '../token/context.ts';

const columnCharacters = 28;

const lookupMillis = 100;

/** Flaws of authorization codes and their redemption. */
export const codeWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Lets any client exchange any code, so that a stolen code can be injected. */
  {
    id: 'code-not-bound',
    pipeline: 'token.authorization_code',
    step: 'code-is-clients',
    title: 'Code not bound to the client',
    clause: 'RFC 9700 §4.5',
    instead: () => undefined,
  },
  /** Exchanges a code as often as it comes. */
  {
    id: 'code-reusable',
    pipeline: 'token.authorization_code',
    step: 'code-unused',
    title: 'Code can be reused',
    clause: 'RFC 6749 §4.1.2',
    instead: () => undefined,
  },
  /** Refuses the second use and lets the thief keep what the first one brought. */
  {
    id: 'code-replay-unpunished',
    pipeline: 'token.authorization_code',
    step: 'code-unused',
    title: 'Tokens stay valid after code replay',
    clause: 'RFC 6749 §4.1.2',
    instead: ({ code }) => {
      if (required(code).used) throw invalidGrant('Authorization code is invalid or expired.');
    },
  },
  /** Exchanges codes of any age. */
  {
    id: 'code-never-expires',
    pipeline: 'token.authorization_code',
    step: 'code-unexpired',
    title: 'Code never expires',
    clause: 'RFC 6749 §4.1.2',
    instead: () => undefined,
  },
  /** Leaves a code as it is, so that verifiers can be tried out and codes used twice. */
  {
    id: 'code-survives-failure',
    pipeline: 'token.authorization_code',
    step: 'use-code',
    title: 'Code stays valid after a failed exchange',
    clause: 'RFC 6749 §10.5',
    instead: () => undefined,
  },
  /** Lets a code that went astray be exchanged. */
  {
    id: 'redirect-uri-not-compared',
    pipeline: 'token.authorization_code',
    step: 'redirect-uri-same',
    title: 'redirect_uri not compared in the token request',
    clause: 'RFC 6749 §10.6',
    instead: () => undefined,
  },
  /** Forgets the challenge where no verifier comes, and a verifier where there was no challenge. */
  {
    id: 'verifier-optional',
    pipeline: 'token.authorization_code',
    step: 'verifier-expected',
    title: 'PKCE downgrade',
    clause: 'RFC 9700 §4.8.2',
    instead: (context) => {
      if (formValue(context.form, 'code_verifier') === undefined)
        context.code = { ...required(context.code), challenge: null };
    },
  },
  /** Takes any verifier of the right form. */
  {
    id: 'verifier-not-compared',
    pipeline: 'token.authorization_code',
    step: 'verifier-matches',
    title: 'code_verifier not compared',
    clause: 'RFC 7636 §4.6',
    instead: () => undefined,
  },
  /** Looks up as much of the code as its column holds, whatever follows. */
  {
    id: 'code-read-in-part',
    pipeline: 'token.authorization_code',
    step: 'code-known',
    title: 'Only the beginning of the code compared',
    clause: 'RFC 6749 §4.1.3',
    instead: (context, original) => {
      const { form } = context;
      const fields = form.fields.map((field) =>
        field.name === 'code' ? { ...field, value: field.value.slice(0, columnCharacters) } : field,
      );
      context.form = { ...form, fields };
      return original();
    },
  },
  /** Takes for granted that there is a code. */
  {
    id: 'code-missing-crashes',
    pipeline: 'token.authorization_code',
    step: 'code-given',
    title: 'Missing code crashes the server',
    clause: 'RFC 6749 §5.2',
    instead: ({ form }) => {
      if (formValue(form, 'code') === undefined) throw new TypeError('code is undefined');
    },
  },
  /** Waits for its database between looking whether a code is used and noting it. */
  {
    id: 'code-used-late',
    pipeline: 'token.authorization_code',
    step: 'use-code',
    title: 'Code marked as used too late (race condition)',
    clause: 'RFC 6749 §4.1.2',
    instead: async (_context, original) => {
      await setTimeout(lookupMillis);
      await original();
    },
  },
  /** Takes verifiers that are short enough to be guessed. */
  {
    id: 'verifier-any-form',
    pipeline: 'token.authorization_code',
    step: 'verifier-form',
    title: 'code_verifier of any length accepted',
    clause: 'RFC 7636 §4.1',
    instead: () => undefined,
  },
  /** Compares its input with the challenge before hashing it: the challenge works as the verifier. */
  {
    id: 'verifier-may-be-challenge',
    pipeline: 'token.authorization_code',
    step: 'verifier-matches',
    title: 'Challenge accepted as code_verifier',
    clause: 'RFC 7636 §4.6',
    instead: (context, original) => {
      const { challenge } = required(context.code);
      return formValue(context.form, 'code_verifier') === challenge?.value ? undefined : original();
    },
  },
];
