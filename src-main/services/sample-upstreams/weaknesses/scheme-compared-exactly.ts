import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';
import { ResourceRefusal } from '../resource/refusal.ts';

/** Knows the scheme in one spelling only, so that honest clients are turned away. */
export const schemeComparedExactly: Weakness<ResourceContext> = {
  id: 'scheme-compared-exactly',
  pipeline: 'orders',
  step: 'token-given',
  title: 'Scheme compared with regard to case',
  clause: 'RFC 9110 §11.1',
  instead: (context, original) => {
    const { authorization = '' } = context.request.headers;
    if (/^bearer /i.test(authorization) && !authorization.startsWith('Bearer '))
      throw new ResourceRefusal({ status: 401, error: null, detail: 'The scheme is spelt in another way.' });
    return original();
  },
};
