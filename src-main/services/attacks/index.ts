export { AttackService, attackRunKind, rangePrefix } from './attack-service.ts';
export { foreignAttackTarget } from './foreign-target.ts';
export { hostedAttackTarget } from './hosted-target.ts';
export { loadAttackFiles } from './load-cases.ts';
export type { PlayedFile } from './played-file.ts';
export { type ConfiguredCopy, configuredCopy } from './pure/as-configured.ts';
export type { RangeParts, RangePolicy } from './range.ts';
export { runCatalogue } from './run-catalogue.ts';
export { attackGuards, createTargetGuard, type TargetGuard } from './target-guard.ts';
