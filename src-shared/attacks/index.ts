export { judge } from './checks/index.ts';
export { type AttackCheck } from './checks/schema.ts';
export { type SentRequest, unsentReason } from './checks/sent.ts';
export type { Evidence, WireEnd, WireResponse } from './evidence.ts';
export {
  type AttackBase,
  type AttackCase,
  type AttackFile,
  type AttackNeed,
  type AttackRole,
  type AttackVariant,
  attackFileSchema,
  attackNeeds,
} from './schema.ts';
export {
  type AttackReport,
  type CaseReport,
  type CheckReport,
  caseReportSchema,
  type VariantReport,
  type Verdict,
  verdictOf,
  verdictSchema,
  verdicts,
  worstVerdict,
} from './verdict.ts';
