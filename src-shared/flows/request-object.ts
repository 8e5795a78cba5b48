import { requestField } from './request.ts';
import type { BrowseStep, MakeStep, ScriptStep } from './script.ts';

/** Id of the step that signs the authorization request of another one. */
export function signOf(stepId: string): string {
  return `sign-${stepId}`;
}

/** Parameters that a server of OpenID Connect Core §6.1 wants outside too; RFC 9101 §5 allows it. */
const repeated: ReadonlySet<string> = new Set(['client_id', 'response_type', 'scope']);

/**
 * An authorization request as a request object that its client signs, and the browser sent with it. One that is pushed
 * has its parameters in the object alone. RFC 9101 §4, RFC 9126 §3
 */
export function withRequestObject(
  step: BrowseStep,
  party: string,
  isPushed: boolean,
): readonly [MakeStep, BrowseStep] {
  const { query } = step.request;
  const sign: MakeStep = {
    act: 'make',
    id: signOf(step.id),
    remark: '',
    as: 'request_object',
    maker: 'request-object',
    options: { party, parameters: query.map(({ name, value }) => ({ name, value })) },
  };
  const outside = query.filter(({ name }) => (isPushed ? name === 'client_id' : repeated.has(name)));
  const signed = [...outside, requestField('request', '{{request_object}}')];
  return [sign, { ...step, request: { ...step.request, query: signed } }];
}

/** The parameters that a step puts into a request object; null: it makes none. */
export function signedParameters(
  step: ScriptStep | undefined,
): readonly { readonly name: string; readonly value: string }[] | null {
  if (step?.act !== 'make' || step.maker !== 'request-object') return null;
  const { parameters } = step.options;
  if (!Array.isArray(parameters)) return [];
  return (parameters as readonly unknown[]).flatMap((one) => {
    const { name, value } = Object(one) as Readonly<Record<string, unknown>>;
    return typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [];
  });
}
