import { editedTag, heldTag, sourceOf, type TrafficSource, trafficSources } from '../traffic-sources.ts';
import {
  durationField,
  type FilterField,
  methodField,
  serviceField,
  statusField,
  tagField,
  textField,
  timeField,
  wordField,
} from './field-kinds.ts';
import type { FilterRow, RowTest } from './filter-node.ts';

/** Short names of the services and of the engine's own senders, with the keys that exchanges have. */
const shortNames = {
  as: 'authorizationServer',
  idm: 'connectorHost',
  gw: 'gateway',
  platform: 'platform',
  samples: 'sampleUpstreams',
  flow: 'flowDebugger',
  replay: 'replay',
  har: 'imported',
} as const;

function pathOf({ target }: FilterRow): string {
  const question = target.indexOf('?');
  return question < 0 ? target : target.slice(0, question);
}

/** A server that says no: by a status of its own, or by an error that a redirect carries. RFC 6749 §4.1.2.1 */
export function isRefusal({
  status,
  remark,
  rule = '',
}: Pick<FilterRow, 'status' | 'remark' | 'rule'>): boolean {
  if (status === null || status >= 500) return false;
  return status >= 400 || (status >= 300 && (remark !== '' || rule !== ''));
}

const isFrom =
  (wanted: TrafficSource): RowTest =>
  (row) =>
    (row.source ?? sourceOf(row)) === wanted;
const sourceTests = Object.fromEntries(trafficSources.map((source) => [source, isFrom(source)]));

const hostOf = ({ origin = '' }: FilterRow): string => origin.slice(origin.indexOf('//') + 2);

/** Every field of the language, in the order in which they are suggested. */
export const filterFields: ReadonlyMap<string, FilterField> = new Map<string, FilterField>([
  ['source', wordField('the source of the traffic', sourceTests)],
  ['svc', serviceField('the service that responded or sent the request', shortNames)],
  ['method', methodField('the method')],
  ['path', textField('part of the path', pathOf)],
  ['status', statusField('the status of the response')],
  ['ms', durationField('the duration in milliseconds')],
  ['client', tagField('the client', 'client')],
  ['user', tagField('the user', 'user')],
  ['run', tagField('the run of a flow', 'run')],
  ['event', tagField('an audit event', 'event')],
  ['error', textField('the OAuth error, or the reason for a missing response', ({ remark }) => remark)],
  ['rule', textField('the check that rejected the request', ({ rule = '' }) => rule)],
  [
    'side',
    wordField('the recording side', {
      server: ({ side, peer }) => side === 'server' || peer?.side === 'server',
      client: ({ side, peer }) => side === 'client' || peer?.side === 'client',
    }),
  ],
  [
    'is',
    wordField(
      'the outcome, or a note',
      {
        pinned: ({ id, peer }, { isPinned }) => isPinned(id) || (peer !== undefined && isPinned(peer.id)),
        finding: ({ id, peer }, { isFinding }) => isFinding(id) || (peer !== undefined && isFinding(peer.id)),
        contract: ({ id, peer }, { contractOf }) =>
          contractOf(id).length > 0 || (peer !== undefined && contractOf(peer.id).length > 0),
        refused: isRefusal,
        held: ({ tags }) => tags.includes(heldTag),
        edited: ({ tags }) => tags.includes(editedTag),
        failed: ({ status }) => status === null || status >= 400,
      },
      ['pinned', 'finding', 'contract'],
    ),
  ],
  ['tag', tagField('any tag', null)],
  ['host', textField('the host and port of the request', hostOf)],
  ['after', timeField('started at this time or later', 'after')],
  ['before', timeField('started before this time', 'before')],
]);
