import {
  maskedSaying,
  type Player,
  secretsOf,
  spellingsOf,
  wireResponse,
} from '#main/services/flow-player/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import type { WireEnd } from '#shared/attacks/index.ts';
import { PatternRefusal } from '#shared/expressions/pattern/index.ts';
import { LimitExceeded } from '#shared/expressions/values.ts';
import {
  type ClaimsSeen,
  type FlowEvidence,
  type FlowExpectation,
  type JudgedExpectation,
  judgeExpectation,
  speaksOfEnd,
} from '#shared/flows/expectations/index.ts';
import { templateNames } from '#shared/flows/index.ts';
import type { Run } from '../run.ts';
import { openExpectation } from './open-expectation.ts';

/** The expectation that a flow with others has besides: it goes through, unless one of them is about its refusal. */
export const goesThrough: FlowExpectation = { check: 'end', is: 'passed' };

/** Holds the expectations of a run that has ended against it; what is quoted is without secrets. */
export async function judgeRun(run: Run, all: readonly FlowExpectation[]): Promise<FlowRun['expectations']> {
  const evidence = await evidenceOf(run, all);
  const failedStep = run.state === 'passed' ? null : (run.next?.id ?? null);
  const asked =
    run.state === 'passed' || speaksOfEnd(all, failedStep, evidence) ? all : [...all, goesThrough];
  const spellings = spellingsOf(secretsOf(run.player).map(([, secret]) => secret));
  return asked.map((of) => {
    const { outcome, expected, actual } = judged(of, evidence);
    return {
      ...openExpectation(of),
      outcome,
      expected: maskedSaying(expected, spellings),
      actual: maskedSaying(actual, spellings),
    };
  });
}

function judged(of: FlowExpectation, evidence: FlowEvidence): JudgedExpectation {
  try {
    return judgeExpectation(of, evidence);
  } catch (error) {
    if (!(error instanceof PatternRefusal || error instanceof LimitExceeded)) throw error;
    return { outcome: 'broken', expected: 'a pattern that can be run', actual: error.message };
  }
}

/** All that is known of a run that has ended; `all` says which values and claims are asked for. */
export async function evidenceOf(run: Run, all: readonly FlowExpectation[]): Promise<FlowEvidence> {
  const { player } = run;
  const known = await player.lookUp(templateNames(JSON.stringify(all)));
  const claims = await claimsOf(run, all);
  return {
    lastStep: lastStepOf(run, (id) => player.outcomes.has(id) || player.callbacks.has(id)),
    lastCallback: lastStepOf(run, (id) => player.callbacks.has(id)),
    responses: (stepId) =>
      (player.outcomes.get(stepId) ?? []).map((outcome) => wireResponse(outcome, player.target)),
    end: (stepId) => endOf(player, stepId),
    claims: (name) => claims.get(name) ?? null,
    value: (name) => player.values.get(name)?.value,
    refusedBy: (stepId) => run.refusedBy(stepId),
    failedChecks: run.checks
      .view()
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ title, sentence }) => `${title}: ${sentence}`),
    state: run.state === 'passed' || run.state === 'cancelled' ? run.state : 'failed',
    note: run.note,
    fill: (template) => player.fillNow(template, known) ?? template,
  };
}

function endOf({ callbacks }: Player, stepId: string): WireEnd | undefined {
  const seen = callbacks.get(stepId);
  return seen === undefined ? undefined : { end: 'callback', ...seen };
}

/** The last step of a flow of which something is true, in the order of its script. */
function lastStepOf({ steps }: Run, isSo: (stepId: string) => boolean): string | null {
  return steps.findLast(({ id }) => isSo(id))?.id ?? null;
}

async function claimsOf(run: Run, all: readonly FlowExpectation[]): Promise<ReadonlyMap<string, ClaimsSeen>> {
  const found = new Map<string, ClaimsSeen>();
  for (const of of all) {
    if (of.check !== 'claim' || found.has(of.token)) continue;
    const token = run.player.values.get(of.token)?.value;
    const seen = token === undefined ? null : await run.checks.claims(token);
    if (seen !== null) found.set(of.token, seen);
  }
  return found;
}
