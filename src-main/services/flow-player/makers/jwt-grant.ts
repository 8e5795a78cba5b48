import { makeSignature } from '#main/platform/jws-signatures.ts';
import { privateKeyOf } from '#main/platform/key-kinds.ts';
import { idJagTyp, jwtGrantTyp } from '#shared/oauth/index.ts';
import { idJagIssuerOf } from '../debugger-issuer.ts';
import { changed, encodePart, filledMembers, signedWithOwnKey } from '../jwt-parts.ts';
import { type Maker, textOption } from './maker.ts';

const lifetimeSeconds = 300;

/**
 * A JWT that is an authorization grant, right or broken on purpose: `profile` (`jwt-bearer`, `id-jag`), `subject`,
 * `audience`, `clientId`; `header` and `claims` replace members (null takes one away, `+60` is that many seconds from now
 * on), and `sign` says who signs: `issuer`, `none`, `own-key`, `own-key-embedded`. RFC 7523 §3
 */
export const makeJwtGrant: Maker = async (options, context) => {
  const { fill, clock, random } = context;
  const { name, keyPem } = await context.issuer();
  const isJag = textOption(options, 'profile', 'jwt-bearer') === 'id-jag';
  const nowSeconds = Math.floor(clock.nowMillis() / 1_000);
  const typ = isJag ? idJagTyp : jwtGrantTyp;
  const header = changed({ alg: 'RS256', typ }, await filledMembers(options['header'], fill), nowSeconds);
  const made = {
    iss: isJag ? idJagIssuerOf(name) : name,
    sub: await fill(textOption(options, 'subject', '{{username}}')),
    aud: await fill(textOption(options, 'audience', '{{issuer}}')),
    ...(isJag ? { client_id: await fill(textOption(options, 'clientId', '{{client_id}}')) } : {}),
    jti: Buffer.from(random.bytes(16)).toString('base64url'),
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  };
  const claims = changed(made, await filledMembers(options['claims'], fill), nowSeconds);
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  switch (textOption(options, 'sign', 'issuer')) {
    case 'none':
      return `${encodePart({ ...header, alg: 'none' })}.${encodePart(claims)}.`;
    case 'own-key':
      return signedWithOwnKey(header, claims, false);
    case 'own-key-embedded':
      return signedWithOwnKey(header, claims, true);
    default:
      return `${input}.${makeSignature('RS256', privateKeyOf(keyPem), input).toString('base64url')}`;
  }
};
