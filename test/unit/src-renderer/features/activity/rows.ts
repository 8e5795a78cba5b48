import type { ActivityRow } from '#shared/api/index.ts';

/** A row of the log, of a GET that was answered, with changes. */
export function activityRow(changes: Partial<ActivityRow> & Pick<ActivityRow, 'id'>): ActivityRow {
  return {
    side: 'server',
    service: 'authorizationServer',
    startedAtMillis: 0,
    durationMicros: 0,
    method: 'GET',
    target: '/',
    status: 200,
    remark: '',
    rule: '',
    tags: [],
    isPinned: false,
    finding: null,
    contract: [],
    source: 'live',
    peer: null,
    ...changes,
  };
}
