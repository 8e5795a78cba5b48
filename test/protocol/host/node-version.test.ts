import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const headless = fileURLToPath(new URL('../../../out/main/headless.js', import.meta.url));

describe('headless.js on a Node of another version', () => {
  test.each([
    ['20.20.2', 1],
    ['22.14.0', 1],
    ['23.9.0', 1],
    ['22.15.0', 0],
    ['23.10.0', 0],
    ['24.0.0', 0],
  ])('on Node %s it ends with %i, and says what to install where that is too old', (version, code) => {
    const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const args = ['--import', pretend, headless, '--version'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(code);
    expect(stderr.includes(`needs Node 22.15 or newer, and this is Node ${version}`)).toBe(code === 1);
    expect(stdout === '').toBe(code === 1);
  });

  test('it checks the version before it imports anything', () => {
    expect(readFileSync(headless, 'utf8')).not.toMatch(/^(import|export .* from)\b/m);
  });
});
