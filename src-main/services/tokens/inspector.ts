import { createSecretKey } from 'node:crypto';
import { shapeCatalogue } from '#main/services/saml/index.ts';
import type {
  SamlBuild,
  SamlBuilt,
  SamlShape,
  SamlVerdict,
  SigningKeyView,
  TokenAsk,
  TokenDecryptionKey,
  TokenForge,
  TokenForged,
  TokenKeySource,
  TokenReport,
  TokenResponse,
  TokenSource,
  TokenVerification,
} from '#shared/api/index.ts';
import { assertNever, GatehouseError } from '#shared/errors/index.ts';
import { jwksPath } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { weakSecrets } from '#shared/tokens/weak-secrets.ts';
import type { SamlIssuer } from '#shared/workspace/index.ts';
import { type AskPorts, askServer } from './ask.ts';
import { inspectToken, tokenIn } from './inspect.ts';
import { clientSecretOf, forgeToken } from './jwt/forge.ts';
import { type CandidateKey, readKeys } from './jwt/keys.ts';
import { keysOfSecret, openJwe, readDecryptionKeys } from './jwt/open-jwe.ts';
import { type Jws, readJws } from './jwt/read-jws.ts';
import { createSessionKeys } from './jwt/session-keys.ts';
import { verifyJwt } from './jwt/verify.ts';
import { createSamlBuilder } from './saml/build.ts';
import { maskProof } from './saml/read-saml.ts';
import { readSamlText } from './saml/saml-text.ts';
import { verifySaml } from './saml/verify.ts';
import { allowedTarget, fetchKeys } from './targets.ts';

export interface TokenInspectorPorts extends AskPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** The value of a run in clear. @throws exchange.no-secret */
  readonly reveal: (runId: string, name: string) => string;
  /** Returns the hosted server's stored data about a token. */
  readonly stored: (token: string) => TokenReport['stored'];
  readonly signingKeys: () => readonly SigningKeyView[];
  readonly samlIssuers: () => readonly SamlIssuer[];
}

/** The keys that a JWT is verified with, and the claims that it has to have. */
export interface VerifyRequest {
  readonly source: TokenSource;
  readonly with: TokenKeySource;
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
}

/** A JWE, and what opens it. */
export interface DecryptRequest {
  readonly source: TokenSource;
  readonly with: TokenDecryptionKey;
}

/** Takes tokens apart, verifies them, asks servers of them, and makes new ones as a tester says. */
export interface TokenInspector {
  inspect(source: TokenSource): Promise<TokenReport>;
  /** @throws token.unsuited, token.key-unreadable, token.client-unsuited, token.target-unconfirmed, upstream.* */
  verify(request: VerifyRequest): Promise<TokenVerification>;
  /** @throws token.unsuited, token.key-unreadable, token.client-unsuited */
  decrypt(request: DecryptRequest): Promise<{ content: string }>;
  /** @throws flow.unknown-client, flow.service-stopped, token.client-unsuited, token.target-unconfirmed, upstream.* */
  ask(ask: TokenAsk): Promise<TokenResponse>;
  /** @throws token.invalid-json, token.key-unreadable, token.unsuited, token.client-unsuited */
  forge(forge: TokenForge): Promise<TokenForged>;
  /** @throws token.unsuited, token.key-unreadable */
  verifySaml(source: TokenSource, certificate: string | null): Promise<SamlVerdict[]>;
  samlShapes(): SamlShape[];
  /** @throws token.unsuited, token.key-unreadable */
  buildSaml(build: SamlBuild): Promise<SamlBuilt>;
}

/** Makes the inspector; the keys that it makes are gone with it. */
export function createTokenInspector(ports: TokenInspectorPorts): TokenInspector {
  const { clock } = ports;
  const sessionKey = createSessionKeys();
  const buildSaml = createSamlBuilder(ports);
  const textOf = (source: TokenSource) =>
    'token' in source ? source.token : ports.reveal(source.runId, source.name);

  return {
    async inspect(source) {
      const text = textOf(source);
      const report = await inspectToken(text, ports.stored(tokenIn(text)), clock.nowMillis());
      return report.saml === null || 'token' in source ? report : { ...report, saml: maskProof(report.saml) };
    },
    async verify({ source, with: keySource, issuer, audience }) {
      const jws = requireJws(textOf(source));
      const { keys, exchangeId } = await keysOf(ports, keySource);
      return verifyJwt(jws, { keys, exchangeId, nowMillis: clock.nowMillis(), issuer, audience });
    },
    decrypt: async ({ source, with: key }) => {
      const secret = key.kind === 'client-secret' ? clientSecretOf(ports, key.clientId) : key.text;
      const keys = key.kind === 'pasted' ? readDecryptionKeys(secret) : keysOfSecret(secret);
      return { content: await openJwe(tokenIn(textOf(source)), keys) };
    },
    ask: async (ask) => askServer(ports, ask, tokenIn(textOf(ask.source))),
    forge: (forge) =>
      forgeToken(
        {
          sessionKey,
          clientSecret: ports.clientSecret,
          hostedKeys: async () => (await hostedKeys(ports)).keys,
          originalSignature: ({ source }) => requireJws(textOf(source)).parts[2],
        },
        forge,
      ),
    async verifySaml(source, certificate) {
      const saml = readSamlText(tokenIn(textOf(source)));
      if (saml === null) throw unsuited('The token is not a valid SAML document.');
      return verifySaml(saml.xml, { issuers: ports.samlIssuers(), pasted: certificate }, clock.nowMillis());
    },
    samlShapes: () => shapeCatalogue.map((shape) => ({ ...shape })),
    buildSaml,
  };
}

function unsuited(message: string): GatehouseError {
  return new GatehouseError('token.unsuited', message, { fix: 'Inspect the token first to see its type.' });
}

/** @throws token.unsuited */
function requireJws(text: string): Jws {
  const jws = readJws(tokenIn(text));
  if (jws === null) throw unsuited('The token is not a signed JWT.');
  return jws;
}

interface KeysAtHand {
  readonly keys: readonly CandidateKey[];
  readonly exchangeId: string | null;
}

async function keysOf(ports: TokenInspectorPorts, source: TokenKeySource): Promise<KeysAtHand> {
  switch (source.kind) {
    case 'hosted':
      return hostedKeys(ports);
    case 'url':
      return fetchKeys(ports.send, allowedTarget(source.url, source.isConfirmed));
    case 'pasted':
      return { keys: readKeys(source.text, 'The pasted key'), exchangeId: null };
    case 'secret':
      return { keys: [secretKey(source.text, 'The typed secret')], exchangeId: null };
    case 'weak-secrets':
      return {
        keys: weakSecrets.map((text) => secretKey(text, `The weak secret “${text}”`)),
        exchangeId: null,
      };
    case 'client-secret': {
      const secret = clientSecretOf(ports, source.clientId);
      return { keys: [secretKey(secret, `The secret of ${source.clientId}`)], exchangeId: null };
    }
    default:
      return assertNever(source);
  }
}

function secretKey(text: string, origin: string): CandidateKey {
  return { kid: null, key: createSecretKey(Buffer.from(text, 'utf8')), use: null, algorithm: null, origin };
}

/**
 * The keys that the server publishes now: one that was retired proves nothing any more. A server that has made none yet
 * is asked for its key set, which makes them. RFC 7517 §5
 */
async function hostedKeys({
  signingKeys,
  authorizationServer,
  send,
}: TokenInspectorPorts): Promise<KeysAtHand> {
  const published = signingKeys().filter(({ state }) => state !== 'retired');
  const server = authorizationServer();
  if (published.length === 0)
    return server === null
      ? { keys: [], exchangeId: null }
      : fetchKeys(send, new URL(`${server}${jwksPath}`));
  const jwks = published.map(({ publicJwk }) => publicJwk);
  return { keys: readKeys(JSON.stringify({ keys: jwks }), 'The hosted server'), exchangeId: null };
}
