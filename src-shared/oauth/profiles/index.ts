import type { AuthorizationServerSettings, NamedProfile } from '../../workspace/index.ts';
import type { ClauseKind, ClientUnderProfile, Judgement, ProfileClause, ProfileInput } from './clause.ts';
import { fapi2Clauses } from './fapi-2.0-security.ts';
import { oauth21Clauses } from './oauth-2.1.ts';

export type { ClientUnderProfile, Judgement, ProfileClause, ProfileInput } from './clause.ts';

/** A profile: the document that it is, and its rules. */
export interface ProfileDescriptor {
  readonly title: string;
  readonly document: string;
  readonly clauses: readonly ProfileClause[];
}

/** The profiles that are documents of others. */
export const profileTable: Readonly<Record<NamedProfile, ProfileDescriptor>> = {
  'oauth-2.1': { title: 'OAuth 2.1', document: 'draft-ietf-oauth-v2-1-15', clauses: oauth21Clauses },
  'fapi-2.0-security': {
    title: 'FAPI 2.0',
    document: 'FAPI 2.0 Security Profile, Final, February 2025',
    clauses: fapi2Clauses,
  },
};

/** A clause, and what became of it. */
export interface ProfileRow extends Omit<ProfileClause, 'judge' | 'judgeClient' | 'kind'> {
  readonly kind: ClauseKind;
  readonly judgement: Judgement;
  /** Clients by which alone it is missed. */
  readonly clients: readonly string[];
}

/** How many clauses came out in each way. */
export type ProfileCounts = Readonly<Record<Judgement['state'], number>>;

function rowOf(clause: ProfileClause, { settings, clients }: ProfileInput): ProfileRow {
  const { judge, judgeClient: judgeOne, ...rest } = clause;
  const ofServer = judge(settings);
  if (ofServer.state !== 'held' || judgeOne === undefined)
    return { ...rest, judgement: ofServer, clients: [] };
  const ofClients = clients.map((client) => ({
    id: client.document.client_id,
    judgement: judgeOne(client, settings),
  }));
  const missing = ofClients.filter(({ judgement }) => judgement.state === 'missed');
  const decisive = missing[0] ?? ofClients.find(({ judgement }) => judgement.state === 'not-examined');
  return { ...rest, judgement: decisive?.judgement ?? ofServer, clients: missing.map(({ id }) => id) };
}

/** Holds a server and its clients against a profile: each clause, in the order of the document. */
export function judgeProfile(profile: NamedProfile, input: ProfileInput): readonly ProfileRow[] {
  return profileTable[profile].clauses.map((clause) => rowOf(clause, input));
}

/** Holds one client against a profile: the clauses that its registration can miss. */
export function judgeClient(
  profile: NamedProfile,
  client: ClientUnderProfile,
  settings: AuthorizationServerSettings,
): readonly ProfileRow[] {
  return profileTable[profile].clauses.flatMap(({ judge: _judge, judgeClient: judgeIt, ...rest }) =>
    judgeIt === undefined ? [] : [{ ...rest, judgement: judgeIt(client, settings), clients: [] }],
  );
}

/** Counts the clauses by what became of them. */
export function profileCounts(rows: readonly ProfileRow[]): ProfileCounts {
  const counts = { held: 0, missed: 0, 'not-examined': 0 };
  for (const { judgement } of rows) counts[judgement.state] += 1;
  return counts;
}
