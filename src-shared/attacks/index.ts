export type { Capabilities, LeftBehindCounts, ProbedClient } from './capabilities.ts';
export { judge } from './checks/index.ts';
export { type AttackCheck } from './checks/schema.ts';
export { type SentRequest, unsentReason } from './checks/sent.ts';
export type { CredentialEdit } from './credentials.ts';
export { cweNames } from './cwe.ts';
export { type CheckResult, type Evidence, jsonOf, type WireEnd, type WireResponse } from './evidence.ts';
export {
  casePath,
  casesOf,
  ownAttackCaseSchema,
  ownAttackFileSchema,
} from './own-cases.ts';
export { remarksOf } from './remarks.ts';
export {
  type AskStep,
  type AttackBase,
  type AttackCase,
  type AttackEdit,
  type AttackFile,
  type AttackNeed,
  type AttackRole,
  type AttackVariant,
  attackFileSchema,
  attackNeeds,
  attackRoles,
  type OwnStep,
} from './schema.ts';
export {
  type AttackReport,
  type CaseOutcomes,
  type CaseReport,
  type CheckReport,
  caseOutcomesSchema,
  caseReportSchema,
  type ExchangeEvidence,
  type VariantReport,
  type Verdict,
  verdictOf,
  verdictSchema,
  verdicts,
} from './verdict.ts';
export { worstVerdict } from './worst-verdict.ts';
