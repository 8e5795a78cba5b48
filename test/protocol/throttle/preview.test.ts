import { describe, expect, test } from 'vitest';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

describe.each(twoTransports)('a log that is sent over %s', (_name, connect) => {
  const running = startedOnce(() => startTestEngine({ files: ordinaryFiles }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  test('throttle.previewImport shows the first lines in their columns while the rest is still to come', async () => {
    const text = 'time,user,path\n1,ann,/orders\n2,bob,/orders/2\n';
    const { importId } = await client.throttle.importTrace({
      files: [
        { name: 'big.csv', sizeBytes: 1_000_000 },
        { name: 'later.log', sizeBytes: 10 },
      ],
    });
    const base64 = Buffer.from(text).toString('base64');
    await client.throttle.importPiece({ importId, file: 0, offset: 0, base64 });
    const { files } = await client.throttle.previewImport({ importId });
    expect(files[0]).toMatchObject({
      format: 'csv',
      columns: ['time', 'user', 'path'],
      rows: [
        ['1', 'ann', '/orders'],
        ['2', 'bob', '/orders/2'],
      ],
    });
    expect(files[1]).toMatchObject({ name: 'later.log', format: null, lines: [''], rows: [] });
    await client.throttle.cancelImport({ importId });
  });
});
