import type { OwnStep } from '#shared/attacks/index.ts';
import {
  asksFor,
  type RequestField,
  type RequestTemplate,
  requestFields,
  type ScriptStep,
} from '#shared/flows/index.ts';

/** The demands of a target on the authorization requests of a client: a case that is not about them meets them. */
export interface Demands {
  /** RFC 7636 */
  readonly pkce: boolean;
  /** Requests are pushed first. RFC 9126 §5 */
  readonly push: boolean;
}

export const noDemands: Demands = { pkce: false, push: false };

const challenge = requestFields([
  ['code_challenge', '{{code_verifier|s256}}'],
  ['code_challenge_method', 'S256'],
]);
const verifier = requestFields([['code_verifier', '{{code_verifier}}']]);
const makeVerifier: ScriptStep = {
  act: 'make',
  id: 'make-code_verifier',
  remark: '',
  as: 'code_verifier',
  maker: 'random',
  options: { bytes: 32 },
};

const valueOf = (fields: readonly RequestField[], name: string) =>
  fields.find((field) => field.name === name)?.value ?? null;

/** True of a request by which a client asks for a code. RFC 6749 §4.1.1 */
function asksForCode({ query }: RequestTemplate): boolean {
  return asksFor(valueOf(query, 'response_type') ?? '', 'code');
}

/**
 * A step that a case spells out, with PKCE as a careful client does it. A challenge of its own is kept. RFC
 * 7636 §4.3
 */
export function withPkce(step: OwnStep): OwnStep {
  return 'request' in step ? { ...step, request: requestWithPkce(step.request) } : step;
}

function requestWithPkce(request: RequestTemplate): RequestTemplate {
  const { query, body } = request;
  if (asksForCode(request) && valueOf(query, 'code_challenge') === null)
    return { ...request, query: [...query, ...challenge] };
  const isExchange =
    body.kind === 'form' &&
    valueOf(body.fields, 'grant_type') === 'authorization_code' &&
    valueOf(body.fields, 'code_verifier') === null;
  return isExchange ? { ...request, body: { ...body, fields: [...body.fields, ...verifier] } } : request;
}

/** The steps with a verifier made before them, where they need one and none is. */
export function withVerifier(steps: readonly ScriptStep[]): readonly ScriptStep[] {
  const isMade = steps.some((step) => step.act === 'make' && step.as === 'code_verifier');
  return isMade || !JSON.stringify(steps).includes('{{code_verifier') ? steps : [makeVerifier, ...steps];
}
