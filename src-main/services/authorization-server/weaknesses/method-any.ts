import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Answers every method as the usual one, token requests by GET included. */
export const methodAny: Weakness<DoorContext> = {
  id: 'method-any',
  pipeline: 'door',
  step: 'method-allowed',
  title: 'Any method taken for the usual one',
  clause: 'RFC 6749 §3.2',
  instead: (context) => {
    const { request, endpoint } = context;
    if (endpoint.methods.includes(request.method)) return;
    const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
    context.request = endpoint.methods.includes('GET')
      ? { ...request, method: 'GET' }
      : { ...request, method: 'POST', headers, body: Buffer.from(request.query), query: '' };
  },
};
