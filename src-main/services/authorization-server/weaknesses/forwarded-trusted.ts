import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Believes headers that only a proxy of its own should set. */
export const forwardedTrusted: Weakness<DoorContext> = {
  id: 'forwarded-trusted',
  pipeline: 'door',
  step: 'address-configured',
  title: 'Forwarded headers believed of anybody',
  clause: 'RFC 9700 §4.13',
  instead: (context) => {
    const { server, request } = context;
    const {
      'x-forwarded-host': host,
      'x-forwarded-proto': scheme = 'https',
      forwarded = '',
    } = request.headers;
    const named = /host="?([^";,]+)/i.exec(forwarded)?.[1] ?? host;
    if (named !== undefined)
      context.runtime = { ...server, issuer: () => `${String(scheme)}://${String(named)}` };
  },
};
