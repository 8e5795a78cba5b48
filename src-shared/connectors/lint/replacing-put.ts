import type { LintRule } from './rule.ts';

/** A PUT usually replaces the object with what is sent: what nobody sends is lost. RFC 9110 §9.3.4 */
export const replacingPutRule: LintRule = ({ operations }, report) => {
  const update = operations?.UPDATE;
  if (update?.method !== 'PUT' || (update.sendAll ?? null) !== null) return;
  report.add(
    ['operations', 'UPDATE', 'method'],
    'connector.replacing-put',
    'UPDATE is a PUT that sends the changed attributes alone: most remotes then remove all others of the object.',
    'Set sendAll to true to read the object and to write it whole, or to false where the remote keeps what is not sent.',
    'warning',
  );
};
