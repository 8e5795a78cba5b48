import type { Weakness } from '#main/platform/pipeline.ts';
import { emptyForm, type Form } from '#shared/oauth/index.ts';
import type { DoorContext } from '../door/context.ts';
import { isObject } from '../is-object.ts';

/** Takes JSON for a form, which scripts of other sites can send without being asked. */
export const jsonBodyTaken: Weakness<DoorContext> = {
  id: 'json-body-taken',
  pipeline: 'door',
  step: 'parameters-read',
  title: 'Token requests in JSON accepted',
  clause: 'RFC 6749 §4.1.3',
  instead: (context, original) => {
    const { request } = context;
    const form =
      request.headers['content-type']?.startsWith('application/json') === true
        ? formOfJson(request.body)
        : null;
    if (form === null) return original();
    context.form = form;
    const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
    context.request = { ...request, headers };
    return undefined;
  },
};

function formOfJson(body: Buffer): Form | null {
  try {
    const document: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(document)) return null;
    const fields = Object.entries(document).map(([name, value]) => ({
      name,
      value: String(value),
      raw: String(value),
    }));
    return { ...emptyForm, fields };
  } catch {
    return null;
  }
}
