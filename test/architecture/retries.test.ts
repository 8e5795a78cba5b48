import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test.each(['vitest.config.ts', 'vitest.packaging.config.ts', 'playwright.config.ts'])(
  '%s tries no test a second time: one that is unsteady is mended',
  (name) => {
    const text = readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8');
    expect(text).not.toMatch(/\bretr(?:y|ies)\b/);
  },
);
