export { createThrottleLab, type ThrottleLab } from './lab.ts';
export type { LiveNeeds, LiveRequest, LiveSender } from './live-runs.ts';
export { runTask } from './run-task.ts';
