import { expect, test } from 'vitest';
import { autostartFile } from '#shared/desktop/index.ts';

test('the file starts the program with its arguments as they are, whatever signs they hold', () => {
  const file = autostartFile('Gatehouse', ['/opt/Gate house/run', 'a"b', '$HOME', '`x`', 'c\\d', '100%']);
  expect(file).toBe(
    [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Gatehouse',
      'Exec="/opt/Gate house/run" "a\\\\"b" "\\\\$HOME" "\\\\`x\\\\`" "c\\\\\\\\d" "100%%"',
      'Terminal=false',
      '',
    ].join('\n'),
  );
});
