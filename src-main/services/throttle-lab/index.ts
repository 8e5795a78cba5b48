export { createThrottleLab, type ThrottleLab } from './lab.ts';
export type { LiveRequest } from './live-runs.ts';
export { runTask } from './run-task.ts';
