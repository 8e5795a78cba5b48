import { type ClientCheck, failed, notChecked, passed, quoted, remark } from './check.ts';
import { idTokenHashChecks } from './id-token-hashes.ts';
import type { IdTokenSeen } from './id-token-seen.ts';
import { idTokenTimeChecks } from './id-token-times.ts';
import { signatureFinding } from './signature.ts';

const isAsymmetric = (name: string) => /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/.test(name);

/** The checks of an ID token. OpenID Connect Core §3.1.3.7, §3.2.2.11, §3.3.2.12 */
export const idTokenChecks: readonly ClientCheck<IdTokenSeen>[] = [
  {
    id: 'algorithm',
    title: 'Algorithm is the registered algorithm',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ header: { alg }, algorithms }) {
      const isAllowed =
        typeof alg === 'string' && (algorithms === null ? isAsymmetric(alg) : algorithms.includes(alg));
      if (isAllowed) return passed(`Its alg is ${alg}.`);
      const wanted = algorithms === null ? 'an algorithm with a public key' : algorithms.join(' or ');
      return failed(`Its alg is ${quoted(alg)}, but the client is registered for ${wanted}.`);
    },
  },
  {
    id: 'signature',
    title: 'Signature was made with a key of the server',
    clause: 'OpenID Connect Core §3.1.3.7',
    run: ({ signature }) => signatureFinding(signature),
  },
  {
    id: 'issuer',
    title: 'Issuer is the server',
    clause: 'OpenID Connect Core §3.1.3.7',
    run: ({ claims: { iss }, issuer }) =>
      iss === issuer
        ? passed('Its iss is the issuer of the server.')
        : failed(`Its iss ${quoted(iss)} is not the issuer of the server.`),
  },
  {
    id: 'audience',
    title: 'Audience is the client',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ claims: { aud }, clientId }) {
      const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
      return named.includes(clientId)
        ? passed('Its aud contains the client.')
        : failed(`Its aud ${quoted(aud)} does not contain the client.`);
    },
  },
  {
    id: 'authorized-party',
    title: 'Authorized party is the client',
    clause: 'OpenID Connect Core §2',
    run({ claims: { azp }, clientId }) {
      if (azp === undefined) return null;
      return azp === clientId
        ? passed('Its azp is the client.')
        : remark(`Its azp ${quoted(azp)} is not the client. Since errata 2, clients need not check it.`);
    },
  },
  {
    id: 'nonce',
    title: 'Nonce matches the request',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ claims, nonce, earlier }) {
      if (earlier !== null) return null;
      if (nonce === undefined) return notChecked('The nonce of the request is unknown.');
      const came = claims['nonce'];
      if (nonce === null)
        return came === undefined ? null : remark('The ID token has a nonce, but the request had none.');
      if (came === undefined) return failed('The ID token has no nonce, but the request had one.');
      return came === nonce
        ? passed('It matches the value that was sent.')
        : failed('Its nonce does not match the request.');
    },
  },
  ...idTokenTimeChecks,
  ...idTokenHashChecks,
];
