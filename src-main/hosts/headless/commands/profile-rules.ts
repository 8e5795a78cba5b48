import { GatehouseError } from '#shared/errors/index.ts';
import { judgeProfile, type ProfileRow, profileCounts, profileTable } from '#shared/oauth/profiles/index.ts';
import { clientFileSchema, manifestSchema, namedProfiles } from '#shared/workspace/index.ts';
import type { CommandResult } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';

/** Exit code where a rule of the profile does not hold. */
const missedCode = 3;

function linesOf({ title, clause, judgement, clients }: ProfileRow): readonly string[] {
  if (judgement.state === 'held') return [];
  const of = clients.length === 0 ? '' : ` (clients: ${clients.join(', ')})`;
  const fix = judgement.state === 'missed' ? [`  Fix: ${judgement.fix}`] : [];
  const state = judgement.state === 'missed' ? 'missed' : 'not examined';
  return [`${state}: ${title} (${clause})`, `  ${judgement.why}${of}`, ...fix];
}

/** Holds the settings and clients of a workspace against the rules of a profile. @throws cli.usage */
export async function checkProfile(client: ApiClient, name: string): Promise<CommandResult> {
  const profile = namedProfiles.find((id) => id === name);
  if (profile === undefined)
    throw new GatehouseError('cli.usage', `The profile ${name} has no rules.`, {
      fix: `Use ${namedProfiles.join(' or ')}.`,
    });
  const { services } = await client.workspace.settings();
  const registrations = await client.identity.registrations({ kind: 'client' });
  const clients = registrations.flatMap(({ document, secrets }) => {
    const parsed = clientFileSchema.safeParse(document);
    const hasSecret = secrets['client_secret'] !== undefined;
    return parsed.success ? [{ document: parsed.data, hasSecret }] : [];
  });
  const { authorizationServer: settings } = manifestSchema.shape.services.parse(services);
  const rows = judgeProfile(profile, { settings, clients });
  const { held, missed, 'not-examined': open } = profileCounts(rows);
  const counts = `${held} hold, ${missed} do not hold, ${open} not examined`;
  return {
    result: {
      profile,
      document: profileTable[profile].document,
      rules: rows.map(({ id, title, clause, judgement, clients: of }) => ({
        id,
        title,
        clause,
        clients: of,
        ...judgement,
      })),
    },
    words: [...rows.flatMap(linesOf), `${profileTable[profile].title}: ${rows.length} rules, ${counts}.`],
    exitCode: missed === 0 ? 0 : missedCode,
  };
}
