export { type Baseline, baselineOf, baselineSchema, withBaseline } from './baseline.ts';
export { coverageOf, type Unseen } from './coverage.ts';
export { contractHistoryText, contractReportText } from './formats/index.ts';
export { reportAt } from './report-at.ts';
export { resolveFindings } from './resolve.ts';
export { applySettings } from './settings.ts';
export { unknownRule, unknownRules } from './unknown-rules.ts';
export * from './untold.ts';
