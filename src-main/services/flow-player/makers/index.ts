import type { MakeStep } from '#shared/flows/index.ts';
import { makeClientAssertion } from './client-assertion.ts';
import { makeDpopProof } from './dpop-proof.ts';
import { makeJwt } from './jwt.ts';
import { makeJwtGrant } from './jwt-grant.ts';
import type { Maker } from './maker.ts';
import { makeRandom } from './random.ts';
import { makeRequestObject } from './request-object.ts';
import { makeSaml } from './saml.ts';
import { makeText } from './text.ts';

/** Everything that can be made: one line a maker. */
export const makers: Readonly<Record<MakeStep['maker'], Maker>> = {
  saml: makeSaml,
  jwt: makeJwt,
  'jwt-grant': makeJwtGrant,
  'client-assertion': makeClientAssertion,
  'dpop-proof': makeDpopProof,
  'request-object': makeRequestObject,
  random: makeRandom,
  text: makeText,
};
