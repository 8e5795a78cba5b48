import { headerValue } from '#main/platform/raw-http.ts';
import { maskedTarget, secretsOf, spellingsOf } from '#main/services/flow-player/index.ts';
import {
  type AttackCase,
  type AttackRole,
  type AttackVariant,
  attackNeeds,
  type CaseReport,
  type CheckReport,
  type ExchangeEvidence,
  judge,
  unsentReason,
  type VariantReport,
  verdictOf,
  worstVerdict,
} from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { FlowScript } from '#shared/flows/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { buildScripts, type VariantScripts } from './build-script.ts';
import { evidenceOf } from './evidence-of.ts';
import { type Played, play, type Reached, reachedBy } from './play.ts';
import { aboutOf } from './played-file.ts';
import { confirmed, needsConfirming } from './pure/confirm.ts';
import { evidenceOfChecks, evidenceOfEnd, maskedResult } from './take-evidence.ts';
import { type AttackStage, isLasting, type ProbedTarget } from './target-access.ts';

/** Parts that cases are run with. */
export interface CaseContext {
  readonly target: ProbedTarget;
  readonly random: Random;
  readonly sleep: (millis: number) => Promise<void>;
  readonly signal: AbortSignal;
  /** Real time, in milliseconds. */
  readonly nowMillis: () => number;
  /** How far the pairs of a case that measures times are. */
  readonly onPair?: (caseId: string, done: number, total: number) => void;
}

/** Errors by which a case says nothing of this target. */
const unsuited: ReadonlySet<string> = new Set([
  'attack.not-for-client',
  'attack.no-page',
  'flow.no-endpoint',
]);

type PlayReport = VariantReport['control'];
const nothingPlayed: PlayReport = { exchanges: [] };

/** Runs a case: the control first, then the attack, and what the oracle makes of it. */
export async function runCase(group: string, attack: AttackCase, context: CaseContext): Promise<CaseReport> {
  const startedAt = context.nowMillis();
  const lack = attack.needs.find((need) => context.target.lacks.has(need));
  const reason = lack === undefined ? '' : (context.target.lacks.get(lack) ?? attackNeeds[lack]);
  const variants: VariantReport[] = [];
  if (lack === undefined)
    for (const variant of attack.variants) {
      if (context.signal.aborted) break;
      variants.push(await runConfirmed(attack, variant, context));
    }
  const verdict = lack === undefined ? worstVerdict(variants.map((variant) => variant.verdict)) : 'SKIPPED';
  const why = variants.find((variant) => variant.verdict === verdict && variant.reason !== '')?.reason ?? '';
  return {
    ...aboutOf(attack, group),
    verdict,
    reason: lack === undefined ? why : reason,
    durationMillis: context.nowMillis() - startedAt,
    variants,
  };
}

/** Runs a variant; a grave failure is played again on a fresh stage before it is reported. */
async function runConfirmed(
  attack: AttackCase,
  variant: AttackVariant,
  context: CaseContext,
): Promise<VariantReport> {
  const first = await runVariant(attack, variant, context);
  if (!needsConfirming(attack.severity, first)) return first;
  return confirmed(first, await runVariant(attack, variant, context));
}

async function runVariant(
  attack: AttackCase,
  variant: AttackVariant,
  context: CaseContext,
): Promise<VariantReport> {
  const { name } = variant;
  const base = { name, checks: [], control: nothingPlayed, mutant: nothingPlayed };
  const lack = variant.needs.find((need) => context.target.lacks.has(need));
  if (lack !== undefined)
    return { ...base, verdict: 'SKIPPED', reason: context.target.lacks.get(lack) ?? attackNeeds[lack] };
  const missing = rolesOf(variant).find((role) => context.target.client(role) === null);
  if (missing !== undefined)
    return { ...base, verdict: 'SKIPPED', reason: `The target has no client for the role “${missing}”.` };
  const problem = problemOf(variant, context.target);
  if (problem !== null) return { ...base, verdict: 'INCONCLUSIVE', reason: problem };
  try {
    const control = await playedControl(attack, variant, context);
    if (control.failure !== null)
      return {
        ...base,
        control: control.report,
        verdict: 'INCONCLUSIVE',
        reason: `The control failed: ${control.failure}`,
        ...withEvidence(control.evidence),
      };
    const stage = await context.target.openStage();
    try {
      const scripts = scriptsOf(attack, variant, context, stage);
      const played = await playScript(attack.id, scripts.mutant, scripts, stage, context);
      const mutant = reportOf(played, scripts.mutant);
      if (played.failure !== null)
        return {
          ...base,
          control: control.report,
          mutant,
          verdict: 'INCONCLUSIVE',
          reason: `The attack could not start: ${played.failure}`,
          ...withEvidence(evidenceOfEnd(played.player)),
        };
      const unsent = unsentReason(played.sent, (stepId) => whenSame(variant, stepId));
      if (unsent !== null)
        return { ...base, control: control.report, mutant, verdict: 'INCONCLUSIVE', reason: unsent };
      const { steps } = scripts.mutant;
      const before = steps.slice(
        0,
        Math.max(
          0,
          steps.findIndex(({ id }) => scripts.attacked.has(id)),
        ),
      );
      const reached = [...control.reached, ...reachedBy(played, before)];
      const evidence = await evidenceOf(played, stage, variant.expect, reached);
      const checks = variant.expect.map(
        (check): CheckReport => ({
          ...maskedResult(played.player, judge(check, evidence)),
          isShould: check.isShould ?? false,
          step: check.step,
        }),
      );
      return {
        name,
        checks,
        control: control.report,
        mutant,
        verdict: verdictOf(checks, attack.isShould),
        reason: '',
        ...withEvidence(evidenceOfChecks(played.player, variant.expect, checks)),
      };
    } finally {
      await stage.close();
    }
  } catch (error) {
    const isUnsuited = error instanceof GatehouseError && unsuited.has(error.code);
    return {
      ...base,
      verdict: isUnsuited ? 'SKIPPED' : 'INCONCLUSIVE',
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}

/** The reason that a case gives where the request of a step is that of an honest client. */
function whenSame({ steps }: AttackVariant, stepId: string): string | undefined {
  return steps.flatMap((step) => ('like' in step && step.id === stepId ? [step.whenSame] : []))[0];
}

/** Why none of its flows can work at this target, as the probe found; null: they can. */
function problemOf(variant: AttackVariant, { client, problem }: ProbedTarget): string | null {
  const fronts = [variant.base, variant.control?.base].flatMap((base) =>
    base !== undefined && /^(?:code|hybrid)/.test(base.flow) ? [base.role] : [],
  );
  const problems = rolesOf(variant).map((role) => {
    const clientId = client(role);
    return clientId === null ? null : problem(clientId, fronts.includes(role));
  });
  return problems.find((found) => found !== null) ?? null;
}

/** The parts that have to be played. */
function rolesOf({ base, parties, control }: AttackVariant): readonly AttackRole[] {
  const bases = [base, control?.base].flatMap((each) => (each === undefined ? [] : [each.role]));
  const others = [parties, control?.parties ?? {}].flatMap((each) =>
    Object.values(each).map(({ role }) => role),
  );
  return [...bases, ...others];
}

function scriptsOf(
  attack: AttackCase,
  variant: AttackVariant,
  { target }: CaseContext,
  stage: AttackStage,
): VariantScripts {
  const title = variant.name === '' ? attack.title : `${attack.title}: ${variant.name}`;
  return buildScripts(variant, `${attack.id} ${title}`, {
    target: stage.target,
    client: target.client,
    user: target.user,
    demands: target.demands,
  });
}

/** The part of the scripts that tells the attack from the flow. */
type Attacked = Pick<VariantScripts, 'attacked' | 'plain'>;
const notAttacked: Attacked = { attacked: new Set(), plain: new Map() };

/** The result of a control. */
interface ControlPlayed {
  /** Why it did not work; null: it did. */
  readonly failure: string | null;
  readonly report: PlayReport;
  readonly reached: Reached;
  /** The server asked to come again after so long; null: it did not. */
  readonly retryAfterMillis: number | null;
  /** The exchange that it failed with. */
  readonly evidence: readonly ExchangeEvidence[];
}

/** A report carries evidence only where there is some. */
function withEvidence(evidence: readonly ExchangeEvidence[]): Pick<VariantReport, 'evidence'> {
  return evidence.length === 0 ? {} : { evidence: [...evidence] };
}

/** The longest time that a server is waited for which does not answer honest requests for now. */
const maxPauseMillis = 30_000;
/** How long, where it does not say. */
const pauseMillis = 3_000;

/**
 * Plays the control; at a server that keeps what cases before it did, a lock or a throttle may refuse it, and it is played
 * again after a while. RFC 6585 §4, RFC 9110 §10.2.3
 */
async function playedControl(
  attack: AttackCase,
  variant: AttackVariant,
  context: CaseContext,
): Promise<ControlPlayed> {
  const first = await playControl(attack, variant, context);
  if (first.failure === null || !isLasting(context.target)) return first;
  const isLocking = first.retryAfterMillis !== null || attack.needs.includes('disruptive');
  if (!isLocking || context.signal.aborted) return first;
  await context.sleep(Math.min(first.retryAfterMillis ?? pauseMillis, maxPauseMillis));
  return playControl(attack, variant, context);
}

async function playControl(
  attack: AttackCase,
  variant: AttackVariant,
  context: CaseContext,
): Promise<ControlPlayed> {
  const stage = await context.target.openStage();
  try {
    const { control } = scriptsOf(attack, variant, context, stage);
    if (control === null)
      return { failure: null, report: nothingPlayed, reached: [], retryAfterMillis: null, evidence: [] };
    const played = await playScript(attack.id, control, notAttacked, stage, context);
    const report = reportOf(played, control);
    const reached = reachedBy(played, control.steps);
    const last = evidenceOfEnd(played.player);
    const retryAfterMillis = retryAfterOf(played);
    if (played.failure !== null)
      return { failure: played.failure, report, reached, retryAfterMillis, evidence: last };
    const wanted = variant.control?.checks ?? [];
    const evidence = await evidenceOf(played, stage, wanted, reached);
    const judged = wanted.map((check) => maskedResult(played.player, judge(check, evidence)));
    const broken = judged.find(({ outcome }) => outcome === 'broken');
    return {
      failure: broken === undefined ? null : `expected ${broken.expected}, received ${broken.actual}`,
      report,
      reached,
      retryAfterMillis,
      evidence: broken === undefined ? [] : last,
    };
  } finally {
    await stage.close();
  }
}

/** The time after which a server asks to come again, by its last answer; null: it does not. RFC 9110 §10.2.3 */
function retryAfterOf({ player }: Played): number | null {
  const response = [...player.outcomes.values()].at(-1)?.at(-1)?.response;
  if (response === null || response === undefined || ![429, 503].includes(response.status)) return null;
  const seconds = Number(headerValue(response.headers, 'retry-after') ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : pauseMillis;
}

function playScript(
  id: string,
  script: FlowScript,
  { attacked, plain }: Attacked,
  stage: AttackStage,
  { random, sleep, signal, target, onPair }: CaseContext,
): Promise<Played> {
  const { clock, send, values, eventCount } = stage;
  return play({
    target: stage.target,
    script,
    clock,
    random,
    send,
    issuer: target.issuer,
    sleep,
    tags: [`attack:${id}`],
    values,
    attacked,
    plain,
    eventCount,
    signal,
    ...(onPair === undefined ? {} : { onPair: (done, total) => onPair(id, done, total) }),
  });
}

function reportOf({ player }: Played, { steps }: FlowScript): PlayReport {
  const spellings = spellingsOf(secretsOf(player).map(([, secret]) => secret));
  const exchanges = steps.flatMap(({ id }) =>
    (player.outcomes.get(id) ?? []).slice(-20).map(({ exchangeId, request, response }) => ({
      stepId: id,
      exchangeId,
      line: `${request.method} ${maskedTarget(request.target, spellings)}`.slice(0, 200),
      status: response?.status ?? null,
    })),
  );
  return { exchanges };
}
