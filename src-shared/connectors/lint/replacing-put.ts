import type { LintRule } from './rule.ts';

/** A PUT usually replaces the whole object, so members that are not sent are lost. RFC 9110 §9.3.4 */
export const replacingPutRule: LintRule = ({ operations }, report) => {
  const update = operations?.UPDATE;
  if (update?.method !== 'PUT' || (update.sendAll ?? null) !== null) return;
  report.add(
    ['operations', 'UPDATE', 'method'],
    'connector.replacing-put',
    'UPDATE is a PUT that sends only the changed attributes; most remotes then remove everything else from the object.',
    'Set sendAll to true to read the object first and write all of it, or to false if the remote keeps what is not sent.',
    'warning',
  );
};
