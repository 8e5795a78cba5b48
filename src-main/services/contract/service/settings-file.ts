import { openJsonText } from '#main/services/contract/pure/index.ts';
import { applyEdits, type LintIgnore, type LintSettings } from '#shared/contract/index.ts';
import type { JsonPath, JsonValue } from '#shared/workspace/index.ts';
import type { ContractWorkspace } from './ports.ts';

/** File of the settings, below the workspace. */
export const settingsFile = 'contract/lint.json';

/** Changes `contract/lint.json` and leaves all else in it as it is written. */
export interface SettingsFile {
  setDate(date: string | null): Promise<void>;
  setSeverity(rule: string, severity: LintSettings['severity'][string] | null): Promise<void>;
  /** Says whether a host is the platform; null: takes the answer back. */
  answerHost(host: string, isPlatform: boolean | null): Promise<void>;
  ignore(ignored: LintIgnore): Promise<void>;
  unignore(ignored: LintIgnore): Promise<void>;
}

/** Makes the writer of the settings; each change is a version of the file, so that edits from outside are not lost. */
export function createSettingsFile(workspace: ContractWorkspace): SettingsFile {
  async function set(path: JsonPath, value: JsonValue | undefined): Promise<void> {
    const { text, version } = workspace.read(settingsFile) ?? { text: '{}\n', version: null };
    const edits = openJsonText(text).set(path, value);
    const edited = applyEdits(text, edits);
    if (edited !== text) await workspace.write(settingsFile, edited, version);
  }

  async function list(member: string, before: readonly string[], item: string, isIn: boolean): Promise<void> {
    if (before.includes(item) === isIn) return;
    await set([member], isIn ? [...before, item] : before.filter((each) => each !== item));
  }

  const ignores = (): readonly LintIgnore[] => workspace.settings().ignore;

  return {
    setDate: (date) => set(['contract_date'], date ?? undefined),
    setSeverity: (rule, severity) => set(['severity', rule], severity ?? undefined),
    async answerHost(host, isPlatform) {
      const { hosts, other_hosts: others } = workspace.settings();
      const baseUrl = host.includes('://') ? host : `https://${host}`;
      await list('hosts', hosts, baseUrl, isPlatform === true);
      await list('other_hosts', others, host, isPlatform === false);
    },
    async ignore(ignored) {
      if (!ignores().some((known) => isSame(known, ignored)))
        await set(['ignore'], [...ignores(), ignored].map(plain));
    },
    unignore: (ignored) =>
      set(
        ['ignore'],
        ignores()
          .filter((known) => !isSame(known, ignored))
          .map(plain),
      ),
  };
}

/** Tests whether two entries ignore the same finding; reason and end do not matter. */
function isSame(one: LintIgnore, other: LintIgnore): boolean {
  return one.id === other.id && one.file === other.file && one.subject === other.subject;
}

/** In the order in which people read the file, with members that its author added. */
function plain({ id, file, subject, reason, until, ...more }: LintIgnore): JsonValue {
  return JSON.parse(JSON.stringify({ id, file, subject, reason, until, ...more })) as JsonValue;
}
