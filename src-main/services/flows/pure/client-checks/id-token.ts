import { type ClientCheck, failed, notChecked, passed, quoted, remark } from './check.ts';
import { idTokenHashChecks } from './id-token-hashes.ts';
import type { IdTokenSeen } from './id-token-seen.ts';
import { idTokenTimeChecks } from './id-token-times.ts';

const isAsymmetric = (name: string) => /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/.test(name);

/** The checks of an ID token. OpenID Connect Core §3.1.3.7, §3.2.2.11, §3.3.2.12 */
export const idTokenChecks: readonly ClientCheck<IdTokenSeen>[] = [
  {
    id: 'algorithm',
    title: 'The algorithm is the registered one',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ header: { alg }, algorithms }) {
      const isAllowed =
        typeof alg === 'string' && (algorithms === null ? isAsymmetric(alg) : algorithms.includes(alg));
      if (isAllowed) return passed(`Its alg is ${alg}.`);
      const wanted = algorithms === null ? 'an algorithm with a public key' : algorithms.join(' or ');
      return failed(`Its alg is ${quoted(alg)}, and the client is registered for ${wanted}.`);
    },
  },
  {
    id: 'signature',
    title: 'A key of the server made the signature',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ signature }) {
      switch (signature) {
        case 'right':
          return passed('A key of the server made it.');
        case 'wrong':
          return failed('Its signature was made by none of the keys of the server.');
        case 'no-key':
          return failed('Its signature cannot be verified: the server has no key that fits.');
        case 'unreadable':
          return failed('Its signature cannot be verified: the keys of the server cannot be read.');
        case 'no-endpoint':
          return notChecked('The server names no place for its keys.');
      }
    },
  },
  {
    id: 'issuer',
    title: 'The issuer is the server',
    clause: 'OpenID Connect Core §3.1.3.7',
    run: ({ claims: { iss }, issuer }) =>
      iss === issuer
        ? passed('Its iss is the issuer of the server.')
        : failed(`Its iss ${quoted(iss)} is not the issuer of the server.`),
  },
  {
    id: 'audience',
    title: 'The audience is the client',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ claims: { aud }, clientId }) {
      const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
      return named.includes(clientId)
        ? passed('Its aud names the client.')
        : failed(`Its aud ${quoted(aud)} does not name the client.`);
    },
  },
  {
    id: 'authorized-party',
    title: 'The authorized party is the client',
    clause: 'OpenID Connect Core §2',
    run({ claims: { azp }, clientId }) {
      if (azp === undefined) return null;
      return azp === clientId
        ? passed('Its azp is the client.')
        : remark(`Its azp ${quoted(azp)} is not the client; since errata 2 no client has to look.`);
    },
  },
  {
    id: 'nonce',
    title: 'The nonce is the one that was sent',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ claims, nonce, earlier }) {
      if (earlier !== null) return null;
      if (nonce === undefined) return notChecked('The nonce that was sent cannot be told.');
      const came = claims['nonce'];
      if (nonce === null) return came === undefined ? null : remark('It has a nonce, and none was sent.');
      if (came === undefined) return failed('It has no nonce, and one was sent.');
      return came === nonce
        ? passed('It is the one that was sent.')
        : failed('Its nonce is not the one that was sent.');
    },
  },
  ...idTokenTimeChecks,
  ...idTokenHashChecks,
];
