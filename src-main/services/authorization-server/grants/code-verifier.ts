import { createHash } from 'node:crypto';
import type { Step } from '#main/platform/pipeline.ts';
import { codeChallenge, formValue, isCodeVerifier } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import { required, type TokenContext } from '../token/context.ts';

/**
 * Proof that the client that exchanges the code also began the flow; leaving out either half is refused. RFC
 * 7636 §4.6.
 */
export const verifierSteps: readonly Step<TokenContext>[] = [
  {
    id: 'verifier-expected',
    rule: 'code_verifier is present if and only if there was a challenge',
    clause: 'RFC 9700 §4.8.2',
    check: checkDowngrade,
    describe: ({ code }) =>
      required(code).challenge === null
        ? 'Neither code_challenge nor code_verifier is present'
        : 'code_verifier is present',
  },
  {
    id: 'verifier-form',
    rule: 'code_verifier has 43 to 128 unreserved characters',
    clause: 'RFC 7636 §4.1',
    check: checkForm,
    applies: hasChallenge,
  },
  {
    id: 'verifier-matches',
    rule: 'code_verifier matches the challenge',
    clause: 'RFC 7636 §4.6',
    check: checkMatch,
    applies: hasChallenge,
  },
];

function hasChallenge({ code }: TokenContext): boolean {
  return required(code).challenge !== null;
}

function checkDowngrade(context: TokenContext): void {
  const verifier = formValue(context.form, 'code_verifier');
  if (hasChallenge(context) && verifier === undefined) {
    throw invalidGrant('code_verifier is required because the authorization request had a code_challenge.', {
      want: 'a code_verifier',
      got: 'none',
    });
  }
  if (!hasChallenge(context) && verifier !== undefined) {
    throw invalidGrant('code_verifier was sent, but the authorization request had no code_challenge.', {
      want: 'no code_verifier',
      got: verifier,
    });
  }
}

function checkForm({ form }: TokenContext): void {
  const verifier = formValue(form, 'code_verifier') ?? '';
  if (isCodeVerifier(verifier)) return;
  throw invalidGrant('code_verifier is malformed.', {
    want: '43 to 128 characters of A-Z a-z 0-9 - . _ ~',
    got: verifier,
  });
}

function checkMatch(context: TokenContext): void {
  const challenge = required(required(context.code).challenge);
  const actual = codeChallenge(formValue(context.form, 'code_verifier') ?? '', challenge.method, sha256);
  if (actual === challenge.value) return;
  throw invalidGrant(
    'The code_verifier sent does not match code_challenge included in the authorization request ' +
      `using the ${challenge.method} code_challenge_method.`,
    { want: challenge.value, got: actual },
  );
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
