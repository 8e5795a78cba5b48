import { expect, test } from 'vitest';
import { noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { attackServer } from './attack-server.ts';
import { startForeignServer } from './foreign-provider.ts';

/** Cases that sign in, decide, stop at pages and answer them by themselves. */
const cases = ['RU-01', 'AR-01', 'UI-03', 'UI-05', 'AC-01'];

test('a server whose pages a script draws gets the verdicts of the same server with plain forms', async ({
  skip,
}) => {
  skip(noBrowser, 'no Chromium is installed');
  const verdicts: (readonly (readonly [string, string])[])[] = [];
  for (const isDrawn of [false, true]) {
    const server = await startForeignServer({ isDrawn });
    try {
      const report = await attackServer(server.issuer, server.file, cases);
      verdicts.push(report.cases.map(({ id, verdict }) => [id, verdict] as const));
    } finally {
      await server.close();
    }
  }
  const [plain, drawn] = verdicts;
  expect(drawn).toEqual(plain);
  expect(plain?.filter(([, verdict]) => verdict === 'INCONCLUSIVE' || verdict === 'SKIPPED')).toEqual([]);
});
