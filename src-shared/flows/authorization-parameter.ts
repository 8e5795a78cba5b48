import { pushOf } from './pushed-requests.ts';
import type { RequestField } from './request.ts';
import { signedParameters, signOf } from './request-object.ts';
import type { BrowseStep, ScriptStep } from './script.ts';

/**
 * The template of a parameter of an authorization request, wherever it stands: in the request object, in what is pushed, or
 * in the request itself. Null: it is not sent; undefined: it cannot be told. RFC 9101 §5, RFC 9126 §2
 */
export function authorizationParameter(
  steps: readonly ScriptStep[],
  step: BrowseStep,
  name: string,
): string | null | undefined {
  if (step.request.raw !== undefined) return undefined;
  const { query } = step.request;
  const isSent = (wanted: string, fields: readonly RequestField[]) =>
    fields.some((field) => field.name === wanted && !field.isOmitted);
  if (isSent('request_uri', query)) {
    const push = steps.find(({ id }) => id === pushOf(step.id));
    if (push?.act !== 'send' || push.request.raw !== undefined || push.request.body.kind !== 'form')
      return undefined;
    const { fields } = push.request.body;
    return isSent('request', fields) ? inObject(steps, step, name) : valueOf(fields, name);
  }
  return isSent('request', query) ? inObject(steps, step, name) : valueOf(query, name);
}

function inObject(steps: readonly ScriptStep[], { id }: BrowseStep, name: string): string | null | undefined {
  const parameters = signedParameters(steps.find((step) => step.id === signOf(id)));
  if (parameters === null) return undefined;
  return parameters.find((one) => one.name === name)?.value ?? null;
}

function valueOf(fields: readonly RequestField[], name: string): string | null {
  return fields.find((field) => field.name === name && !field.isOmitted)?.value ?? null;
}
