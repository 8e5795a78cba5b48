import type { Capabilities, LeftBehindCounts, ProbedClient } from './capabilities.ts';
import type { AttackReport, CaseReport } from './verdict.ts';

/** A sentence about a whole run, shown before its cases. */
export interface Remark {
  readonly text: string;
  /** Ids of the cases that it explains; empty: it explains none. */
  readonly cases: readonly string[];
}

/** From how many cases on a reason is said once instead of at each. */
const sharedFrom = 2;

/** Returns the findings about the target, then the reasons that several inconclusive cases share. */
export function remarksOf({
  capabilities,
  leftBehind,
  undecided = [],
  cases,
}: Pick<AttackReport, 'capabilities' | 'leftBehind' | 'undecided' | 'cases'>): readonly Remark[] {
  const found = [
    ...undecided,
    ...(leftBehind === undefined ? [] : describeLeftBehind(leftBehind)),
    ...(capabilities === undefined ? [] : describeCapabilities(capabilities)),
  ];
  return [...sharedReasons(cases), ...found.map((text) => ({ text, cases: [] }))];
}

function describeLeftBehind({
  authorizations,
  accessTokens,
  refreshTokens,
}: LeftBehindCounts): readonly string[] {
  if (authorizations + accessTokens + refreshTokens === 0) return [];
  return [
    `At the server remain at most the sessions and consents of ${authorizations} authorizations, ${accessTokens} access tokens and ${refreshTokens} refresh tokens.`,
  ];
}

function sharedReasons(cases: readonly CaseReport[]): readonly Remark[] {
  const open = cases.filter(({ verdict, reason }) => verdict === 'INCONCLUSIVE' && reason !== '');
  return [...Map.groupBy(open, ({ reason }) => reason)]
    .filter(([, some]) => some.length >= sharedFrom)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([text, some]) => ({ text, cases: some.map(({ id }) => id) }));
}

function describeCapabilities({
  clients,
  namesIssuer,
  remembersConsent,
  metadata,
}: Capabilities): readonly string[] {
  const named = (holds: (client: ProbedClient) => boolean) =>
    clients.filter(holds).map(({ clientId }) => clientId);
  const pkce = named((client) => client.pkce);
  const push = named((client) => client.push);
  return [
    ...(pkce.length === 0
      ? []
      : [`The server demands PKCE of ${listed(pkce)}: their flows are played with it.`]),
    ...(push.length === 0
      ? []
      : [`The server takes only pushed authorization requests of ${listed(push)}: theirs are pushed.`]),
    ...clients
      .filter(({ isCorrected }) => isCorrected)
      .map(
        ({ clientId, authentication }) =>
          `The server takes the secret of ${clientId} as ${authentication} alone, which its file does not say: it is sent that way.`,
      ),
    ...(remembersConsent === null
      ? []
      : [
          `The server ${remembersConsent ? 'remembers' : 'does not remember'} what the user allowed a client.`,
        ]),
    `${namesIssuer ? 'Its answers carry' : 'It does not say that its answers carry'} iss. Its metadata are at ${metadata}.`,
  ];
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
