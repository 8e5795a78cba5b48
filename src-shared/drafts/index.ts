export { boundHistory, maxEdits, maxEditUnits } from './bound.ts';
export { appendEdits, type EditLog, groupsOf } from './edit-log.ts';
export { applyEdit, type Edit, replay } from './replay.ts';
