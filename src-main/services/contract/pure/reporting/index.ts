export { coverageOf } from './coverage.ts';
export { contractHistoryText, contractReportText } from './formats/index.ts';
export { reportAt } from './report-at.ts';
export { resolveFindings } from './resolve.ts';
export { applySettings } from './settings.ts';
