import { fileURLToPath } from 'node:url';
import { composeRanges, type Weaknesses } from '#main/composition/ranges.ts';
import { systemClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { openGate } from '#main/platform/gate.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { hostedAttackTarget, loadAttackFiles, runCatalogue } from '#main/services/attacks/index.ts';
import type { AttackReport } from '#shared/attacks/index.ts';
import type { AuthorizationServerSettings, Profile } from '#shared/workspace/index.ts';

const resources = (name: string) => fileURLToPath(new URL(`../../resources/${name}`, import.meta.url));

export const attackFiles = loadAttackFiles(resources('attacks'));

export interface AttackRun {
  readonly profile: Profile;
  readonly weaknesses?: Partial<Weaknesses>;
  /** Settings of the authorization server in place of those of the range. */
  readonly settings?: Partial<AuthorizationServerSettings>;
  /** Absent: all. */
  readonly only?: readonly string[];
  /** Absent: it runs to its end. */
  readonly signal?: AbortSignal;
  readonly onRecord?: (draft: ExchangeDraft) => void;
  readonly onPair?: (caseId: string, done: number, total: number) => void;
}

const random = createSystemRandom();
/** Every run of a file has the same workspace, issuers and certificates: nothing in them changes. */
let composed: ReturnType<typeof composeRanges> | undefined;

/** Runs cases of the catalogue against the hosted server in a profile. */
export async function attackHosted({
  profile,
  weaknesses,
  settings,
  only,
  signal = new AbortController().signal,
  onRecord = () => undefined,
  onPair = () => undefined,
}: AttackRun): Promise<AttackReport> {
  let count = 0;
  const record = (draft: ExchangeDraft): string => {
    onRecord(draft);
    count += 1;
    return `x-${count}`;
  };
  composed ??= composeRanges({
    directory: resources('attack-range'),
    clock: systemClock,
    random,
    record: () => '',
    gate: openGate,
    refusesValidator: () => null,
  });
  const { policy } = composed;
  const parts = { ...composed.parts, record };
  const own = policy(profile, { authorizationServer: [], samples: [], ...weaknesses });
  return runCatalogue({
    files: attackFiles,
    target: hostedAttackTarget(parts, {
      ...own,
      authorizationServer: { ...own.authorizationServer, ...settings },
    }),
    random,
    sleep: (millis) => new Promise((resolve) => void setTimeout(resolve, millis)),
    signal,
    onPair,
    nowMillis: () => performance.now(),
    only: only === undefined ? null : new Set(only),
    parallel: 2,
  });
}
