import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { composeStandaloneAttack } from '#main/composition/standalone-attack.ts';
import { startForeignServer } from './foreign-provider.ts';

const resources = dirname(fileURLToPath(new URL('../../../resources/attacks', import.meta.url)));
const note = readFileSync(fileURLToPath(new URL('./foreign-server.md', import.meta.url)), 'utf8');
/** Verdicts that the note explains: `| AC-02 | WARNING | …`. */
const explained = new Map(
  [...note.matchAll(/^\| ([A-Z]{2}-\d\d) \| ([A-Z]+) \|/gm)].map(([, id, verdict]) => [id, verdict]),
);

test('a server that others wrote: what it lacks is skipped with the reason, and what fails is explained', {
  timeout: 300_000,
}, async () => {
  const server = await startForeignServer();
  try {
    const { cases } = await composeStandaloneAttack({
      resources,
      profile: 'strict',
      weaknesses: [],
      only: null,
      target: { issuer: server.issuer, file: JSON.stringify(server.file), confirmedHost: null },
      onCase: undefined,
    });
    if (process.env['ATTACKS'] === 'show')
      for (const each of cases)
        if (each.verdict !== 'PASSED')
          process.stdout.write(
            `${each.id} ${each.verdict} ${each.reason} ${each.variants
              .filter(({ verdict }) => verdict === each.verdict)
              .flatMap(({ name, checks }) =>
                checks
                  .filter(({ outcome }) => outcome === 'broken')
                  .map(({ expected, actual }) => `[${name}: ${expected} | ${actual}]`),
              )
              .join(' ')}\n`,
          );
    expect(cases).toHaveLength(147);
    const skipped = cases.filter(({ verdict }) => verdict === 'SKIPPED');
    expect(
      skipped.every(
        ({ reason }) => reason.startsWith('It needs ') || reason.startsWith('The target has no '),
      ),
    ).toBe(true);
    expect(cases.filter(({ verdict }) => verdict === 'PASSED').length).toBeGreaterThan(40);
    const notable = cases.filter(({ verdict }) => !['PASSED', 'SKIPPED', 'REVIEW'].includes(verdict));
    expect(notable.map(({ id, verdict }) => [id, verdict])).toEqual(
      notable.map(({ id }) => [id, explained.get(id)]),
    );
    expect(new Set(explained.keys())).toEqual(new Set(notable.map(({ id }) => id)));
  } finally {
    await server.close();
  }
});
