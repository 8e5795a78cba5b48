import { clauseUrl } from './clause-url.ts';
import { authorizationEntries, pageEntries } from './entries/authorization.ts';
import { errorEntry } from './entries/errors.ts';
import { cookieEntries, policyEntries } from './entries/header-parts.ts';
import { requestHeaderEntries, responseHeaderEntries } from './entries/headers.ts';
import { metadataEntries } from './entries/metadata.ts';
import {
  failureEntries,
  pushResponseEntries,
  responseEntries,
  tokenResponseEntries,
} from './entries/response.ts';
import { signOutEntries } from './entries/sign-out.ts';
import { statusEntries } from './entries/status.ts';
import { clientAuthenticationEntries, tokenEntries } from './entries/token.ts';
import { claimEntries, tokenOperationEntries } from './entries/token-operations.ts';
import type { Entry, ExplainLocation, MessageKind, ValueEntry } from './entry.ts';

/** The purpose of an element of a message. */
export interface Explanation {
  readonly place: ExplainLocation;
  readonly name: string;
  /** The purpose of the element here, and the meaning of its value. */
  readonly sentence: string;
  /** The consequence if it is missing. */
  readonly without?: string;
  readonly clause: string;
  /** Where the clause can be read; null where it is not published. */
  readonly url: string | null;
  /** Why a careful reader stops at it. */
  readonly concern?: string;
}

/** The element to look up. */
export interface ExplainQuery {
  readonly kind: MessageKind;
  readonly place: ExplainLocation;
  readonly name: string;
  /** A masked value is as good as none. */
  readonly value?: string;
}

const entries: readonly Entry[] = [
  ...authorizationEntries,
  ...pageEntries,
  ...responseEntries,
  ...pushResponseEntries,
  ...tokenEntries,
  ...clientAuthenticationEntries,
  ...tokenOperationEntries,
  ...signOutEntries,
  ...tokenResponseEntries,
  errorEntry,
  ...failureEntries,
  ...claimEntries,
  ...metadataEntries,
  ...requestHeaderEntries,
  ...responseHeaderEntries,
  ...cookieEntries,
  ...policyEntries,
  ...statusEntries,
];

const byName = Map.groupBy(entries, ({ name }) => name.toLowerCase());

/** Explains a name, and its value, in a message; null if nothing is known of them. */
export function explain({ kind, place, name, value }: ExplainQuery): Explanation | null {
  const isHeader = place === 'header' || place === 'response-header';
  const candidates = byName.get(name.toLowerCase())?.filter((each) => isHeader || each.name === name) ?? [];
  const entry = candidates.find(
    ({ at, kinds }) => at.includes(place) && (kinds === undefined || kinds.includes(kind)),
  );
  if (entry === undefined) return null;
  const meant = value === undefined ? undefined : entry.values?.find((each) => isMeant(each, value));
  const clause = meant?.clause ?? entry.clause;
  const concern = meant?.concern ?? entry.concern;
  return {
    place,
    name,
    sentence: meant === undefined ? entry.sentence : `${entry.sentence} ${meant.sentence}`,
    ...(entry.without === undefined ? {} : { without: entry.without }),
    clause,
    url: clauseUrl(clause),
    ...(concern === undefined ? {} : { concern }),
  };
}

/** All that is known, for a check of the whole. */
export function allEntries(): readonly Entry[] {
  return entries;
}

/** Longest value that is held against patterns, in characters: they may look at it again from each place. */
const maxExplainedLength = 4_096;

function isMeant({ value: meant }: ValueEntry, value: string): boolean {
  return typeof meant === 'string'
    ? meant === value
    : value.length <= maxExplainedLength && new RegExp(`^(?:${meant.source})$`, meant.flags).test(value);
}
