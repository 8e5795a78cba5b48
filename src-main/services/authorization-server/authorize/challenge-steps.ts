import type { Step } from '#main/platform/pipeline.ts';
import { formValue, isCodeChallenge, parsePkceMethod } from '#shared/oauth/index.ts';
import { invalidRequest } from '../errors.ts';
import { required, underNamedProfile } from '../token/context.ts';
import type { AuthorizeContext } from './context.ts';

/** The challenge that binds the code to the client that began the flow. RFC 7636 §4.3. */
export const challengeSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'challenge-required',
    rule: 'code_challenge is present if required',
    clause: 'RFC 7636 §4.4.1',
    check: checkRequired,
    describe: (context) =>
      challengeOf(context) === undefined
        ? 'No code_challenge, and none is required'
        : 'code_challenge is present',
  },
  {
    id: 'challenge-method',
    rule: 'code_challenge_method is supported',
    clause: 'RFC 7636 §4.4.1',
    check: checkMethod,
    applies: hasPkceParameter,
  },
  {
    id: 'challenge-form',
    rule: 'code_challenge is valid for its method',
    clause: 'RFC 7636 §4.2',
    check: acceptChallenge,
    applies: hasPkceParameter,
  },
];

function challengeOf({ form }: AuthorizeContext): string | undefined {
  return formValue(form, 'code_challenge');
}

function methodOf({ form }: AuthorizeContext): string | undefined {
  return formValue(form, 'code_challenge_method');
}

function hasPkceParameter(context: AuthorizeContext): boolean {
  return challengeOf(context) !== undefined || methodOf(context) !== undefined;
}

function checkRequired(context: AuthorizeContext): void {
  if (challengeOf(context) !== undefined || !isRequired(context)) return;
  throw invalidRequest('code_challenge is required', { want: 'a code_challenge', got: 'none' });
}

function isRequired(context: AuthorizeContext): boolean {
  const { client, settings, responseType } = context;
  // Without a code there is nothing that a verifier could protect.
  if (responseType?.code !== true) return false;
  const { requirePkce, isPublic } = required(client);
  // RFC 9700 §2.1.1: public clients must use it.
  if (settings.profile === 'strict' && isPublic) return true;
  // There a registration can ask for more than the profile, and never for less.
  if (underNamedProfile(context)) return settings.requirePkce || requirePkce === true;
  return requirePkce ?? settings.requirePkce;
}

function checkMethod(context: AuthorizeContext): void {
  const method = parsePkceMethod(methodOf(context));
  // RFC 9700 §2.1.1: a challenge must not give the verifier away.
  const takesPlain = context.settings.allowPlainPkce && context.settings.profile !== 'strict';
  if (method === 'S256' || (method === 'plain' && takesPlain)) return;
  throw invalidRequest('transform algorithm not supported', {
    want: takesPlain ? 'S256 or plain' : 'S256',
    got: methodOf(context) ?? 'none, which means plain',
  });
}

function acceptChallenge(context: AuthorizeContext): void {
  const value = challengeOf(context);
  const method = parsePkceMethod(methodOf(context)) ?? 'S256';
  if (value === undefined) {
    throw invalidRequest('code_challenge is required with code_challenge_method', { got: 'none' });
  }
  if (!isCodeChallenge(value, method)) {
    throw invalidRequest('code_challenge is malformed', {
      want: method === 'S256' ? '43 characters of base64url' : '43 to 128 unreserved characters',
      got: value,
    });
  }
  context.challenge = { value, method };
}
