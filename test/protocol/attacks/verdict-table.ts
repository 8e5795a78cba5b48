import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allWeaknesses } from '#main/services/weaknesses/index.ts';
import type { AttackReport, Verdict } from '#shared/attacks/index.ts';
import { type AttackRun, attackFiles, attackHosted } from '#test/support/attacks.ts';

const place = fileURLToPath(new URL('../../spec/attack-verdicts.json', import.meta.url));

type Verdicts = Readonly<Record<string, Verdict>>;

/** The verdict of every case: in each profile, and with each weakness where it is another than without. */
export interface VerdictTable {
  readonly profiles: Readonly<Record<'strict' | 'product' | 'training', Verdicts>>;
  readonly weaknesses: Readonly<Record<string, Verdicts>>;
  /** Cases that no weakness can fail, and why. */
  readonly unfailable: Readonly<Record<string, string>>;
}

export const caseIds: readonly string[] = attackFiles.flatMap(({ cases }) => cases.map(({ id }) => id));

export function readTable(): VerdictTable {
  return JSON.parse(readFileSync(place, 'utf8')) as VerdictTable;
}

/** Cases that measure times: on a busy machine they see less, and leave to a person what they pass elsewhere. */
const timed: ReadonlySet<string> = new Set(['CA-08', 'PW-01']);

/** The verdict as the table has it: how busy the machine was is no property of the server. */
export function tabledVerdict({ id, verdict }: { readonly id: string; readonly verdict: string }): string {
  return timed.has(id) && verdict === 'REVIEW' ? 'PASSED' : verdict;
}

/** Verdicts of a run by case. */
export function verdictsOf({ cases }: Pick<AttackReport, 'cases'>): Verdicts {
  return Object.fromEntries(cases.map((each) => [each.id, tabledVerdict(each) as Verdict]));
}

/** Runs the training profile with one weakness, whichever service it is of. */
export function attackWith(weakness: string, only?: readonly string[]): Promise<AttackReport> {
  const found = allWeaknesses.find(({ id }) => id === weakness);
  const weaknesses: NonNullable<AttackRun['weaknesses']> =
    found?.service === 'sampleUpstreams' ? { samples: [weakness] } : { authorizationServer: [weakness] };
  return attackHosted({ profile: 'training', weaknesses, ...(only === undefined ? {} : { only }) });
}

/** Those verdicts that are not what they are without a weakness. */
export function differences(verdicts: Verdicts, baseline: Verdicts): Verdicts {
  return Object.fromEntries(Object.entries(verdicts).filter(([id, verdict]) => baseline[id] !== verdict));
}

/** Makes the table anew from what happens now, for all cases or for some; the reasons stay as they are written. */
export async function makeTable(before: VerdictTable, only?: readonly string[]): Promise<void> {
  const some = only === undefined ? {} : { only };
  const kept = (verdicts: Verdicts | undefined): Verdicts =>
    Object.fromEntries(Object.entries(verdicts ?? {}).filter(([id]) => only?.includes(id) === false));
  const inProfile = async (profile: keyof VerdictTable['profiles']): Promise<Verdicts> => {
    const found = {
      ...kept(before.profiles[profile]),
      ...verdictsOf(await attackHosted({ profile, ...some })),
    };
    return Object.fromEntries(caseIds.map((id) => [id, found[id] ?? 'SKIPPED']));
  };
  const profiles = {
    strict: await inProfile('strict'),
    product: await inProfile('product'),
    training: await inProfile('training'),
  };
  const weaknesses: Record<string, Verdicts> = {};
  for (const { id } of allWeaknesses)
    weaknesses[id] = {
      ...kept(before.weaknesses[id]),
      ...differences(verdictsOf(await attackWith(id, only)), profiles.training),
    };
  writeFileSync(
    place,
    `${JSON.stringify({ profiles, weaknesses, unfailable: before.unfailable }, null, 1)}\n`,
  );
}
