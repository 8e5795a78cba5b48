import { filledMembers } from '../jwt-parts.ts';
import { type Maker, textOption } from './maker.ts';

/**
 * A proof of a key of the run, changed by whoever holds it: `party` names the key, `method`, `url` and `token` the request
 * that it is for, `header` and `claims` replace members (null takes one away), and `sign` says how it is signed: `key`,
 * `none`. Seconds from now on are written `+60` or `-60`. RFC 9449 §4.2
 */
export const makeDpopProof: Maker = async (options, context) => {
  const token = await context.fill(textOption(options, 'token', ''));
  const request = {
    method: textOption(options, 'method', 'POST'),
    url: await context.fill(textOption(options, 'url', '{{token_endpoint}}')),
    token: token === '' ? null : token,
  };
  return context.proof(textOption(options, 'party', ''), request, {
    header: await filledMembers(options['header'], context.fill),
    claims: await filledMembers(options['claims'], context.fill),
    isSigned: textOption(options, 'sign', 'key') === 'key',
    tellsKey: options['tellsKey'] === true,
  });
};
