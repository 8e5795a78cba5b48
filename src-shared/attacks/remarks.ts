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
    `At most these items remain on the server: sessions and consents of ${authorizations} authorizations, ${accessTokens} access tokens and ${refreshTokens} refresh tokens.`,
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
    ...(pkce.length === 0 ? [] : [`The server requires PKCE of ${listed(pkce)}: their flows run with PKCE.`]),
    ...(push.length === 0
      ? []
      : [`The server requires pushed authorization requests of ${listed(push)}: their requests are pushed.`]),
    ...clients
      .filter(({ isCorrected }) => isCorrected)
      .map(
        ({ clientId, authentication }) =>
          `The server accepts the secret of ${clientId} only as ${authentication}, which is not set in the file. The requests use that method.`,
      ),
    ...(remembersConsent === null
      ? []
      : [
          `The server ${remembersConsent ? 'remembers' : 'does not remember'} the consent of the user to a client.`,
        ]),
    `${namesIssuer ? 'Its responses contain' : 'Its metadata do not state that responses contain'} iss. Its metadata are at ${metadata}.`,
  ];
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
