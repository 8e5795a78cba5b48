import { changedJwt } from '../changed-jwt.ts';
import { clientAssertion } from '../client-assertion.ts';
import { PlayFailure } from '../play-failure.ts';
import { type Maker, textOption } from './maker.ts';

/** The JWT by which a client authenticates, changed by whoever holds it; `party` names the client. RFC 7523 §2.2 */
export const makeClientAssertion: Maker = async (options, context) => {
  const client = context.client(textOption(options, 'party', ''));
  if (client === undefined) throw new PlayFailure('The run has no client to sign the assertion.');
  const made = await clientAssertion(client, context.target.endpoints.issuer, context);
  return changedJwt(made, options, client, context.fill);
};
