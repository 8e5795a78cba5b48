export { createThrottleLab, type ThrottleLab } from './lab.ts';
export type { LiveRequest, LiveSender } from './live-runs.ts';
export { runTask } from './run-task.ts';
export { saltedHash } from './salted-hash.ts';
