import type { LintRule } from './rule.ts';

/** A PUT usually replaces the whole object, so members that are not sent are lost. RFC 9110 §9.3.4 */
export const replacingPutRule: LintRule = ({ operations }, report) => {
  const update = operations?.UPDATE;
  if (update?.method !== 'PUT' || (update.sendAll ?? null) !== null) return;
  report.add(
    ['operations', 'UPDATE', 'method'],
    'connector.replacing-put',
    'UPDATE is a PUT that sends only the changed attributes. Most remote systems then remove all others from the object.',
    'Set sendAll to true to read the object first and write it in full. Set it to false if the remote system keeps attributes that are not sent.',
    'warning',
  );
};
