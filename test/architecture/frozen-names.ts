import { z } from 'zod';
import { gatehouseReference } from '#main/hosts/headless/command-reference/index.ts';
import { contractRules } from '#main/services/contract/pure/rules/index.ts';
import { namedKinds } from '#main/services/storage/kind-names.ts';
import { allWeaknesses } from '#main/services/weaknesses/index.ts';
import { contract } from '#shared/api/index.ts';
import { openLinkScheme } from '#shared/desktop/open-link.ts';
import { screens } from '#shared/desktop/screens.ts';
import { errorCodes } from '#shared/errors/codes.ts';
import { clientLintRules } from '#shared/oauth/client-lint/index.ts';
import { workspaceFormats } from '#shared/workspace/files.ts';
import { preferencesSchema } from '#shared/workspace/preferences.ts';
import { attackFiles } from '../support/attacks.ts';
import type { SourceFile } from './source-tree.ts';

/** Names by their kind, each list sorted. */
export type FrozenNames = Readonly<Record<string, readonly string[]>>;

type Members = { readonly properties?: Readonly<Record<string, Members>> };

/** All that is stored by users, or that they and their programs type, as it is called now. */
export function namesNow(files: readonly SourceFile[]): FrozenNames {
  const lists: Record<string, readonly string[]> = {
    records: namedKinds,
    jobs: literalsIn(files, /kind: '([a-z-]+)',\s*unit:|const jobKind = '([a-z-]+)'/g),
    browser: literalsIn(files, /const storageKey = '([\w.-]+)'/g),
    preferences: Object.keys(preferencesSchema.shape),
    problems: Object.keys(errorCodes),
    files: Object.values(workspaceFormats).map(({ folder, named }) => `${folder}/${named}`),
    members: Object.values(workspaceFormats).flatMap(({ kind, schema }) =>
      membersOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Members, kind),
    ),
    procedures: Object.entries(contract).flatMap(([group, procedures]) =>
      Object.keys(procedures).map((name) => `${group}/${name}`),
    ),
    commands: commandsOf(gatehouseReference()),
    cases: attackFiles.flatMap(({ cases }) => cases.map(({ id }) => id)),
    weaknesses: allWeaknesses.map(({ service, id }) => `${service}/${id}`),
    // Expectations, baselines and reports name rules by these.
    rules: [...contractRules, ...clientLintRules].map(({ id }) => id),
    steps: literalsIn(files, /\bid: '([a-z][a-z0-9-]*)',\s*rule: /g),
    links: screens.map((screen) => `${openLinkScheme}:/${screen}`),
  };
  return Object.fromEntries(
    Object.entries(lists).map(([kind, names]) => [kind, [...new Set(names)].toSorted()]),
  );
}

function literalsIn(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ text }) =>
    [...text.matchAll(pattern)].flatMap(([, one, other]) => one ?? other ?? []),
  );
}

function membersOf({ properties = {} }: Members, above: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, member]) => [
    `${above}/${name}`,
    ...membersOf(member, `${above}/${name}`),
  ]);
}

function commandsOf({ path, options, commands }: ReturnType<typeof gatehouseReference>): readonly string[] {
  const words = path.join(' ');
  return [words, ...options.map(({ name }) => `${words} ${name}`), ...commands.flatMap(commandsOf)];
}
