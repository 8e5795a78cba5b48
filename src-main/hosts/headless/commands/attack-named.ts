import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from '#main/hosts/installation.ts';
import { type CaseOutcomes, caseOutcomesSchema } from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { AttackReportFormat } from '#shared/exports/index.ts';
import type { Terminal } from '../cli.ts';
import type { ApiClient } from '../control-client.ts';
import { type EngineOptions, withEngine } from '../with-engine.ts';

/** How often the state of a run is asked for, in milliseconds. */
const askEveryMillis = 100;

/** An attack on a server that the workspace names. */
export interface NamedAttack {
  /** As in `targets/<name>.json`. */
  readonly name: string;
  /** The host that may be attacked, as the user typed it. */
  readonly confirmedHost: string | null;
  readonly isDisruptive: boolean;
  /** Ids of the cases; null: all. */
  readonly only: readonly string[] | null;
  /** The formats that the results are wanted in. */
  readonly formats: readonly AttackReportFormat[];
  readonly onCase: ((id: string, verdict: string) => void) | undefined;
}

export interface NamedResult {
  readonly cases: CaseOutcomes['cases'];
  readonly texts: ReadonlyMap<AttackReportFormat, string>;
}

/**
 * Runs the catalogue against a server of the workspace, with its stored secrets.
 * @throws flow.unknown-target, attack.not-confirmed, attack.not-finished; what the API answers
 */
export function attackNamed(
  attack: NamedAttack,
  options: EngineOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<NamedResult> {
  return withEngine(options, installation, terminal, async (client) => {
    const takeBack = await confirm(client, attack);
    try {
      return await play(client, attack);
    } finally {
      await takeBack();
    }
  });
}

/** Says that the host may be attacked, for this command alone. */
async function confirm(
  client: ApiClient,
  { name, confirmedHost }: NamedAttack,
): Promise<() => Promise<void>> {
  const targets = await client.attacks.targets();
  const target = targets.find((one) => one.name === name);
  if (target === undefined) {
    const names = targets.flatMap((one) => one.name ?? []);
    throw new GatehouseError('flow.unknown-target', `The workspace has no target ${name}.`, {
      fix:
        names.length === 0
          ? `Add targets/${name}.json, or use the issuer URL as --target and add --target-file.`
          : `Use one of ${names.join(', ')}, or use the issuer URL as --target and add --target-file.`,
    });
  }
  const { origin, needsConfirmation, isConfirmed } = target;
  if (!needsConfirmation || isConfirmed) return async () => {};
  const { hostname } = new URL(origin);
  if (confirmedHost !== hostname)
    throw new GatehouseError('attack.not-confirmed', `${hostname} is not on this machine.`, {
      fix: `Add --confirm ${hostname} to confirm that you are authorized to attack it.`,
    });
  // Nothing is stored: a command that is killed leaves no permission behind.
  const say = (mayAttack: boolean) =>
    client.attacks.confirmTarget({ name, origin, isConfirmed: mayAttack, isLasting: false });
  await say(true);
  return async () => void (await say(false));
}

async function play(client: ApiClient, attack: NamedAttack): Promise<NamedResult> {
  const { name, isDisruptive, only, formats, onCase } = attack;
  const started = await client.attacks.start({
    target: name,
    isDisruptive,
    only: only === null ? null : [...only],
  });
  let told = 0;
  let run = started;
  for (;;) {
    for (const { id, verdict } of run.verdicts.slice(told)) onCase?.(id, verdict);
    told = run.verdicts.length;
    if (run.state !== 'running') break;
    await delay(askEveryMillis);
    run = await client.attacks.get({ runId: run.id });
  }
  if (run.state !== 'done')
    throw new GatehouseError(
      'attack.not-finished',
      `The run has the state ${run.state} after ${run.done} cases.`,
      {
        fix: 'Check the job in Gatehouse, and run the command again.',
      },
    );
  const textOf = async (format: AttackReportFormat) =>
    [format, (await client.attacks.report({ runId: run.id, format })).text] as const;
  const texts = new Map(await Promise.all([...new Set([...formats, 'json' as const])].map(textOf)));
  return { cases: caseOutcomesSchema.parse(JSON.parse(texts.get('json') ?? '{}')).cases, texts };
}
