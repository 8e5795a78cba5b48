import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Gives itself the name that the request has for it, and lets its links lead there. */
export const issuerFromHost: Weakness<DoorContext> = {
  id: 'issuer-from-host',
  pipeline: 'door',
  step: 'address-configured',
  title: 'Issuer and links made from the Host header',
  clause: 'RFC 6749 §10.15',
  instead: (context) => {
    const { server, request } = context;
    const { host } = request.headers;
    if (host !== undefined) context.runtime = { ...server, issuer: () => `http://${host}` };
  },
  alongside: { 'host-ours': () => undefined },
};
