/** Kind of the jobs that run saved flows. */
export const flowSuiteKind = 'flow-suite';
