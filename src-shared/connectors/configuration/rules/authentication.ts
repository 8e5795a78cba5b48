import type { ConnectorProperties } from '../properties.ts';
import { problemAt } from '../report.ts';
import type { AuthenticationMethod } from '../vocabulary.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

/** The properties that the chosen method reads are there. Spec 2 §5 */
export const authenticationRule: ConnectorRule = ({ configurationProperties: properties }) =>
  byMethod[properties.authenticationMethod](properties);

type Lacks = (properties: ConnectorProperties) => ReturnType<ConnectorRule>;

const byMethod: Readonly<Record<AuthenticationMethod, Lacks>> = {
  BASIC: (properties) => (has(properties.login) ? [] : [credentialsMissing('login', 'BASIC')]),
  TOKEN: (properties) =>
    has(properties.authToken)
      ? []
      : [sentBare('authToken', 'Add authToken, or choose NONE if the remote system needs no credentials.')],
  // For OAuth the one property that has to be there is serviceUri.
  OAUTH: (properties) =>
    has(properties.tokenEndpoint)
      ? [...lacking(properties, ['grantType'], 'OAUTH'), ...byGrant(properties)]
      : [sentBare('tokenEndpoint', 'Add tokenEndpoint, or choose another authenticationMethod.')],
  JWT_TOKEN: jwtProblems,
  NONE: () => [
    problemAt(
      inProperties('authenticationMethod'),
      'connector.extension',
      'notice',
      'NONE is a Gatehouse extension. The products do not document it.',
      'For connectors that reject it, use TOKEN without authToken: it sends no credentials either.',
    ),
  ],
};

function byGrant(properties: ConnectorProperties): ReturnType<ConnectorRule> {
  const { grantType } = properties;
  if (grantType === null) return [];
  if (grantType === 'jwt_bearer') return jwtProblems(properties);
  const needed =
    grantType === 'refresh_token'
      ? (['clientId', 'refreshToken'] as const)
      : (['clientId', 'clientSecret'] as const);
  return lacking(properties, needed, `the grant ${grantType}`);
}

const algorithms = /^(?:(?:RS|PS|ES|HS)(?:256|384|512)|EdDSA)$/;

function jwtProblems(properties: ConnectorProperties): ReturnType<ConnectorRule> {
  const { jwtKey, jwtPem, jwtAlgorithm, keyAlgorithm } = properties;
  const problems = [];
  if (!has(jwtKey) && !has(jwtPem))
    problems.push(credentialsMissing('jwtKey', 'a signed JWT', 'jwtKey or jwtPem'));
  if (has(jwtKey) && has(jwtPem))
    problems.push(
      problemAt(
        inProperties('jwtPem'),
        'connector.unused-member',
        'warning',
        'jwtKey takes precedence. jwtPem is not used.',
        'Remove one of them.',
      ),
    );
  if (jwtAlgorithm === null || jwtAlgorithm === '')
    problems.push(credentialsMissing('jwtAlgorithm', 'a signed JWT'));
  else if (!algorithms.test(jwtAlgorithm))
    problems.push(
      problemAt(
        inProperties('jwtAlgorithm'),
        'connector.invalid',
        'error',
        `jwtAlgorithm: “${jwtAlgorithm}” is not a signature algorithm.`,
        'Use RS256, PS256, ES256, HS256 (or 384, 512), or EdDSA.',
      ),
    );
  if (keyAlgorithm?.toUpperCase() === 'DSA')
    problems.push(
      problemAt(
        inProperties('keyAlgorithm'),
        'connector.key-unsuited',
        'error',
        'JWTs cannot be signed with a DSA key: JWA defines no DSA algorithm. RFC 7518 §3.1',
        'Use an RSA or an EC key.',
      ),
    );
  return problems;
}

function lacking(
  properties: ConnectorProperties,
  names: readonly (keyof ConnectorProperties)[],
  what: string,
): ReturnType<ConnectorRule> {
  return names.flatMap((name) => (has(properties[name]) ? [] : [credentialsMissing(name, what)]));
}

/** Nothing shows the remote who asks. */
function sentBare(name: string, fix: string) {
  return problemAt(
    inProperties(name),
    'connector.credentials-missing',
    'warning',
    `${name} is missing. Requests are sent without credentials.`,
    fix,
  );
}

function has(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

function credentialsMissing(name: string, what: string, add = name) {
  return problemAt(
    inProperties(name),
    'connector.credentials-missing',
    'error',
    `${name} is missing. It is required for ${what}.`,
    `Add ${add}, or choose another authenticationMethod.`,
  );
}
