export {
  type ExpectationCandidate,
  expectableGroups,
  expectationCandidateSchema,
} from './candidate.ts';
export type { ClaimsSeen, FlowEvidence } from './evidence.ts';
export { judgeExpectation, speaksOfEnd } from './judge.ts';
export { type FlowExpectation, flowExpectationSchema, type JudgedExpectation } from './schema.ts';
export { type FlowVerdict, flowVerdictSchema } from './verdict.ts';
