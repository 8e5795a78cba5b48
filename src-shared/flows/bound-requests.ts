import { type RequestTemplate, requestField } from './request.ts';
import type { ScriptStep, SendStep } from './script.ts';

/** The value that is a fresh proof for the very request in which it stands. */
export const proofName = 'dpop_proof';

/**
 * The script of a client that binds its tokens to a key: requests for tokens carry a proof, and so does the use of the
 * token, which names another scheme. RFC 9449 §5 and §7
 */
export function withProofs(steps: readonly ScriptStep[], prefix: string): ScriptStep[] {
  return steps.map((step) =>
    step.act === 'send' && needsProof(step)
      ? { ...step, request: withProof(step.request, `{{${prefix}${proofName}}}`) }
      : step,
  );
}

function needsProof({ reading, to, from, request }: SendStep): boolean {
  if (from !== 'client') return false;
  return (
    reading === 'tokens' || (to === 'rs' && hasToken(request)) || request.path.endsWith('userinfo.openid')
  );
}

const bearer = /^Bearer (?=\{\{)/;

function hasToken({ headers }: RequestTemplate): boolean {
  return headers.some(({ name, value }) => name === 'Authorization' && bearer.test(value));
}

function withProof(request: RequestTemplate, proof: string): RequestTemplate {
  const at = request.headers.findIndex(({ name }) => name === 'Host') + 1;
  const headers = request.headers.map((field) =>
    field.name === 'Authorization' ? { ...field, value: field.value.replace(bearer, 'DPoP ') } : field,
  );
  return { ...request, headers: headers.toSpliced(at, 0, requestField('DPoP', proof)) };
}
