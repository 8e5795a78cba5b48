import { wireResponse } from '#main/services/flow-player/index.ts';
import type { AttackCheck, Evidence } from '#shared/attacks/index.ts';
import { templateNames } from '#shared/flows/index.ts';
import { findLeaks } from './leaks.ts';
import type { Played, Reached } from './play.ts';
import type { AttackStage } from './target-access.ts';

/** Collects the evidence from a play; the names in the expectations are looked up first. */
export async function evidenceOf(
  { player, ends, eventsAt, blocked }: Played,
  stage: AttackStage,
  checks: readonly AttackCheck[],
  reached: Reached,
): Promise<Evidence> {
  const known = await player.lookUp(templateNames(JSON.stringify(checks)));
  const { hosted, target } = stage;
  return {
    responses: (stepId) =>
      (player.outcomes.get(stepId) ?? []).map((outcome) => wireResponse(outcome, target)),
    ends: (stepId) => ends.get(stepId),
    blockedBy: (stepId) => blocked.get(stepId) ?? null,
    isKnown: (address, method) =>
      reached.some((one) => one.address === address && (method === undefined || one.method === method)),
    value: (name) => player.values.get(name)?.value,
    issuer: target.endpoints.issuer,
    redirectUri: player.client()?.redirectUri ?? null,
    namesIssuer: target.namesIssuer,
    profile: stage.profile,
    hosted:
      hosted === null
        ? null
        : {
            eventsDuring: (stepId) => hosted.events.slice(...(eventsAt.get(stepId) ?? [0, 0])),
            leaks: () => findLeaks(player, hosted.logged),
            registrationProblems: hosted.registrationProblems,
          },
    canaryCalls: stage.canaryCalls,
    received: stage.received,
    fill: (template) => player.fillNow(template, known) ?? template,
  };
}
