import { candidateKeys, isSignedByAny, readCompactJws } from '#main/platform/compact-jws.ts';
import type { Step } from '#main/platform/pipeline.ts';
import { OAuthError } from '../errors.ts';
import { keysOf } from '../keys/client-keys.ts';
import { required } from '../token/context.ts';
import { hasStatement, type RegistrationContext } from './context.ts';
import { clientMetadataSchema } from './metadata.ts';

const onlyStated = { applies: hasStatement, isUnlisted: true } as const;

/** Checks of a software statement, whose claims take the place of what the client says itself. RFC 7591 §2.3 */
export const statementSteps: readonly Step<RegistrationContext>[] = [
  {
    id: 'statement-present',
    rule: 'Software statement is present where the policy requires one',
    clause: 'RFC 7591 §2.3',
    check: checkPresent,
    applies: ({ policy }) => policy.requireSoftwareStatement,
    isUnlisted: true,
  },
  {
    id: 'statement-read',
    rule: 'Software statement is a signed JWT',
    clause: 'RFC 7591 §2.3',
    check: read,
    ...onlyStated,
  },
  {
    id: 'statement-issuer-trusted',
    rule: 'Issuer of the software statement is trusted',
    clause: 'RFC 7591 §2.3',
    check: checkIssuer,
    ...onlyStated,
  },
  {
    id: 'statement-signature',
    rule: 'Issuer signed the software statement',
    clause: 'RFC 7591 §2.3',
    check: checkSignature,
    ...onlyStated,
  },
  {
    id: 'statement-time',
    rule: 'Software statement is valid at this time',
    clause: 'RFC 7519 §4.1.4',
    check: checkTime,
    ...onlyStated,
  },
  {
    id: 'statement-wins',
    rule: 'Claims of the software statement replace the members of the request',
    clause: 'RFC 7591 §3.1.1',
    check: apply,
    ...onlyStated,
  },
];

function invalid(description: string, evidence: { want?: string; got?: string } = {}): OAuthError {
  return new OAuthError('invalid_software_statement', { description, ...evidence });
}

/** @throws OAuthError invalid_software_statement */
function checkPresent({ members }: RegistrationContext): void {
  if (members['software_statement'] === undefined) throw invalid('A software statement is required.');
}

/** @throws OAuthError invalid_software_statement */
function read(context: RegistrationContext): void {
  const { software_statement: text } = context.members;
  const jws = typeof text === 'string' ? readCompactJws(text) : null;
  if (jws === null) throw invalid('The software statement is not a signed JWT.');
  context.statement = jws;
}

function trustedIssuer({ policy, statement }: RegistrationContext) {
  const { iss } = required(statement).claims;
  return policy.softwareStatementIssuers.find(({ issuer }) => issuer === iss);
}

/** @throws OAuthError unapproved_software_statement */
function checkIssuer(context: RegistrationContext): void {
  if (trustedIssuer(context) !== undefined) return;
  const { iss } = required(context.statement).claims;
  throw new OAuthError('unapproved_software_statement', {
    description: 'The issuer of the software statement is not trusted.',
    want: context.policy.softwareStatementIssuers.map(({ issuer }) => issuer).join(' ') || 'none',
    got: typeof iss === 'string' ? iss : 'none',
  });
}

/** @throws OAuthError invalid_software_statement */
async function checkSignature(context: RegistrationContext): Promise<void> {
  const jws = required(context.statement);
  const issuer = trustedIssuer(context);
  if (issuer === undefined) throw invalid('The software statement has no trusted issuer.');
  const { jwks, jwks_uri: uri } = issuer;
  const keys = { inline: jwks?.keys ?? [], uri };
  const owner = { keys, name: 'issuer', tag: `issuer:${issuer.issuer}` } as const;
  const found = await keysOf(
    context.runtime,
    owner,
    context.nowMillis,
    (known) => candidateKeys(jws, known).length > 0,
  );
  if ('fault' in found)
    throw new OAuthError('invalid_software_statement', {
      description: 'The software statement cannot be verified.',
      detail: found.fault,
    });
  if (!isSignedByAny(jws, candidateKeys(jws, found.keys)))
    throw invalid('The signature of the software statement is wrong.', { got: jws.algorithm || 'none' });
}

/** @throws OAuthError invalid_software_statement */
function checkTime({ statement, nowMillis, settings }: RegistrationContext): void {
  const { exp, nbf } = required(statement).claims;
  const now = nowMillis / 1_000;
  const skew = settings.clockSkewSeconds;
  if (exp !== undefined && !(typeof exp === 'number' && exp + skew > now))
    throw invalid('The software statement has expired.');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - skew <= now))
    throw invalid('The software statement is not valid yet.');
}

/** Only claims that are metadata: `iss`, `iat` and others say something of the statement itself. */
function apply(context: RegistrationContext): void {
  const { claims } = required(context.statement);
  const stated = Object.entries(claims).filter(
    ([name]) => name in clientMetadataSchema.shape && name !== 'software_statement',
  );
  context.members = { ...context.members, ...Object.fromEntries(stated) };
}
