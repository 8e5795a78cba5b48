import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeStandaloneAttack, type StandaloneAttack } from '#main/composition/standalone-attack.ts';
import type { AttackReport } from '#shared/attacks/index.ts';

const resources = dirname(fileURLToPath(new URL('../../../resources/attacks', import.meta.url)));

/** Runs cases of the catalogue against another server; `file` is what `targets/<name>.json` would hold. */
export function attackServer(
  issuer: string,
  file: object,
  only: readonly string[] | null,
  more: Partial<NonNullable<StandaloneAttack['target']>> = {},
): Promise<AttackReport> {
  return composeStandaloneAttack({
    resources,
    profile: 'strict',
    weaknesses: [],
    only,
    target: { issuer, file: JSON.stringify(file), confirmedHost: null, ...more },
    onCase: undefined,
  });
}
