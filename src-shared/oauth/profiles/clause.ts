import type { z } from 'zod';
import type { AuthorizationServerSettings, clientFileSchema, Profile } from '../../workspace/index.ts';
import { isPublicRegistration } from '../client-authentication.ts';

/** A registration as a profile looks at it; a secret itself is never looked at. */
export interface ClientUnderProfile {
  readonly document: z.output<typeof clientFileSchema>;
  readonly hasSecret: boolean;
}

/** The server and the clients that are held against a profile. */
export interface ProfileInput {
  readonly settings: AuthorizationServerSettings;
  readonly clients: readonly ClientUnderProfile[];
}

/** The result of a clause: one that the application cannot see is never held. */
export type Judgement =
  | { readonly state: 'held' }
  | { readonly state: 'missed'; readonly why: string; readonly fix: string }
  | { readonly state: 'not-examined'; readonly why: string };

/** Where a clause is decided. */
export type ClauseKind = 'server' | 'client' | 'listener';

interface ClauseText {
  readonly id: string;
  /** A statement that should be true. */
  readonly title: string;
  /** Section of the document. */
  readonly clause: string;
  /** Settings of the authorization server that decide it, and members of client files. */
  readonly settings: readonly string[];
  readonly members: readonly string[];
  /** Steps that enforce it, each as `pipeline/step`. */
  readonly steps: readonly string[];
  /** Weaknesses of the training profile that break it. */
  readonly weaknesses: readonly string[];
  /** Cases of the attack catalogue that do not pass while it is missed. */
  readonly cases: readonly string[];
  /** Explains a missing step or case. */
  readonly unproven?: string;
}

/** One rule of a profile: where it is set, what enforces it, and what shows that it is missed. */
export interface ProfileClause extends ClauseText {
  readonly kind: ClauseKind;
  readonly judge: (settings: AuthorizationServerSettings) => Judgement;
  /** The same of one client; absent: a registration cannot miss it. */
  readonly judgeClient?: (client: ClientUnderProfile, settings: AuthorizationServerSettings) => Judgement;
}

/** The parts of a clause that most clauses leave blank. */
export type ClauseParts = Pick<ProfileClause, 'id' | 'title' | 'clause'> &
  Partial<Omit<ProfileClause, 'id' | 'title' | 'clause'>>;

export const held: Judgement = { state: 'held' };

/** A judgement on a condition, with the reason and the fix where it does not hold. */
export function holdsIf(condition: boolean, why: string, fix: string): Judgement {
  return condition ? held : { state: 'missed', why, fix };
}

const notNamed = 'The server accepts requests that the profile excludes.';

/** A clause that the profile enforces by itself: it holds where that profile is chosen. */
export function enforcedBy(...profiles: readonly Profile[]): ProfileClause['judge'] {
  return ({ profile }) =>
    holdsIf(profiles.includes(profile), notNamed, `Set profile to ${profiles.join(' or ')}.`);
}

/** A clause of the connection, which a server behind plain HTTP cannot show. */
export function overTls({ tls, publicUrl }: AuthorizationServerSettings): Judgement {
  if (tls) return held;
  return publicUrl?.startsWith('https:') === true
    ? { state: 'not-examined', why: 'A reverse proxy ends TLS. Its configuration is not visible here.' }
    : { state: 'not-examined', why: 'The listener uses HTTP. Set tls to use HTTPS.' };
}

/** Makes a clause; a weakness that is switched on breaks it, whatever else is set. */
export function clauseOf(parts: ClauseParts): ProfileClause {
  const { judge = () => held, settings = [], weaknesses = [], ...rest } = parts;
  return {
    kind: 'server',
    members: [],
    steps: [],
    cases: [],
    ...rest,
    weaknesses,
    settings: weaknesses.length === 0 ? settings : [...settings, 'weaknesses'],
    judge(inForce) {
      const active =
        inForce.profile === 'training' ? weaknesses.filter((id) => inForce.weaknesses.includes(id)) : [];
      if (active.length > 0)
        return {
          state: 'missed',
          why: `The weakness ${active.join(', ')} is active.`,
          fix: 'Remove it from weaknesses, or choose another profile.',
        };
      return judge(inForce);
    },
  };
}

/** True if a client proves nothing when it names itself. RFC 6749 §2.1 */
export function isPublicClient({ document, hasSecret }: ClientUnderProfile): boolean {
  return isPublicRegistration(document.token_endpoint_auth_method, hasSecret);
}

/** The response types of a client; those that are absent follow its grant types. RFC 7591 §2 */
export function responseTypesOf({ document }: ClientUnderProfile): readonly string[] {
  return document.response_types ?? (document.grant_types.includes('authorization_code') ? ['code'] : []);
}
