import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConnectorFailure } from '../failure.ts';
import type { ConnectorQuery } from '../ports.ts';

/** Place in a remote list from which a search goes on. */
export interface SearchPosition {
  /** Of the remote page; null: the page is counted, or the first one. */
  readonly cookie: string | null;
  /** Records before the remote page; null: it has a cookie, or is the first one. */
  readonly offset: number | null;
  /** Records of the page that were looked at. */
  readonly index: number;
  /** Records of the list before the page, which a remote that caps its pages counts otherwise than `offset`. */
  readonly recordsBefore: number;
  /** Uid of the record looked at last: where records are counted it shows that the list moved. Null: it has none. */
  readonly before: string | null;
  /** Uid of the first record of the list; null: unknown. */
  readonly firstUid: string | null;
  /** Marks of the records before the place, by which it is found again in a page that is not counted. */
  readonly anchors: readonly string[];
}

/** The part of a query that a cookie belongs to. */
type BoundQuery = Pick<ConnectorQuery, 'filter' | 'pageSize' | 'order'>;

/** The first page. */
export const beginning: SearchPosition = {
  cookie: null,
  offset: null,
  index: 0,
  recordsBefore: 0,
  before: null,
  firstUid: null,
  anchors: [],
};

const prefix = 'gh2.';
const positionSchema = z.tuple([
  z.string(),
  z.string().nullable(),
  z.int().min(0).nullable(),
  z.int().min(0),
  z.int().min(0),
  z.string().nullable(),
  z.string().nullable(),
  z.array(z.string()),
]);

/** True for a cookie created here rather than by a remote. */
export function isOwnCookie(cookie: string): boolean {
  return cookie.startsWith(prefix);
}

/** Encodes the position as a cookie, which needs no server memory and survives a restart. */
export function cookieOf(position: SearchPosition, type: string, query: BoundQuery): string {
  const { cookie, offset, index, recordsBefore, before, firstUid, anchors } = position;
  const place = [cookie, offset, index, recordsBefore, before, firstUid, anchors];
  const text = JSON.stringify([bindingOf(type, query), ...place]);
  return prefix + Buffer.from(text, 'utf8').toString('base64url');
}

/** The position of a cookie. @throws ConnectorFailure BAD_REQUEST for one of another query, or none that was made here */
export function positionOf(text: string, type: string, query: BoundQuery): SearchPosition {
  const [binding, cookie, offset, index, recordsBefore, before, firstUid, anchors] = readCookie(text);
  if (binding === bindingOf(type, query))
    return { cookie, offset, index, recordsBefore, before, firstUid, anchors };
  throw refused('The cookie belongs to a search with a different filter, type, order or page size.');
}

function readCookie(text: string): z.output<typeof positionSchema> {
  if (!isOwnCookie(text)) throw refused('The cookie was not issued by this search.');
  try {
    const json = Buffer.from(text.slice(prefix.length), 'base64url').toString('utf8');
    return positionSchema.parse(JSON.parse(json));
  } catch {
    throw refused('The cookie is corrupt.');
  }
}

function bindingOf(type: string, { filter, pageSize, order = '' }: BoundQuery): string {
  const text = JSON.stringify([type, filter, pageSize, order]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function refused(message: string): ConnectorFailure {
  return new ConnectorFailure('BAD_REQUEST', message, {
    fix: 'Repeat the search from the start, without a cookie.',
  });
}
