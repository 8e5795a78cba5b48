import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eagerScripts, firstScreenGzipBytes } from '#test/bench/support/page-weight.ts';

const html = `<!doctype html><html><head>
  <link rel="icon" href="/assets/icon.svg" />
  <script type="module" crossorigin src="/assets/index.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/parts.js">
  <link rel="stylesheet" crossorigin href="/assets/index.css"></head></html>`;

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_parts.js', '_deep.js'],
    dynamicImports: ['later.ts'],
  },
  '_parts.js': { file: 'assets/parts.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'assets/deep.js', imports: ['_parts.js'] },
  'later.ts': { file: 'assets/later.js' },
  'main.tsx': { file: 'assets/main.js', imports: ['_parts.js'] },
  'features/home/home.tsx': { file: 'assets/home.js', imports: ['_parts.js', '_home-parts.js'] },
  '_home-parts.js': { file: 'assets/home-parts.js' },
};

describe('the scripts of the first screen', () => {
  test('are those that the page names, its first screen and what they import, each once; not what is loaded later', () => {
    expect(eagerScripts(html, manifest)).toEqual([
      'assets/index.js',
      'assets/parts.js',
      'assets/deep.js',
      'assets/main.js',
      'assets/home.js',
      'assets/home-parts.js',
    ]);
  });

  test('weigh what they are when compressed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const files: Record<string, string> = {
      'index.html': html,
      '.vite/manifest.json': JSON.stringify(manifest),
      'assets/index.js': 'one();'.repeat(1_000),
      'assets/parts.js': 'two();'.repeat(50),
      'assets/deep.js': 'three();',
      'assets/main.js': 'main();',
      'assets/home.js': 'home();',
      'assets/home-parts.js': 'parts();',
      'assets/later.js': 'never();',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    const expected = ['index', 'parts', 'deep', 'main', 'home', 'home-parts'].map(
      (name) => gzipSync(files[`assets/${name}.js`] ?? '').length,
    );
    expect(firstScreenGzipBytes(directory)).toBe(expected.reduce((sum, size) => sum + size, 0));
  });

  test('cannot be nothing', () => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    mkdirSync(join(directory, '.vite'));
    writeFileSync(join(directory, 'index.html'), '<!doctype html>');
    writeFileSync(join(directory, '.vite/manifest.json'), '{}');
    expect(() => firstScreenGzipBytes(directory)).toThrow('loads no script');
  });
});
