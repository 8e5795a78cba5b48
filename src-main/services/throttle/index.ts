export { createThrottleLab, type ThrottleLab } from './lab.ts';
export type { LiveNeeds, LiveRequest, LiveSender } from './live-runs.ts';
export { runTask } from './run-task.ts';
export { saltedHash } from './salted-hash.ts';
export type { StoredTrace } from './simulation-task.ts';
export { type ReadTraffic, storeLogs } from './stored/read-logs.ts';
export { readTraceHead } from './stored/read-trace.ts';
