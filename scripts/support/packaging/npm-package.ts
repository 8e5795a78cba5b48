import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../root.ts';
import { copyApplication } from './application.ts';
import { runNpm } from './npm-program.ts';
import type { Product } from './product.ts';

/**
 * Packs the headless host for `npx` and `npm install --global`, and returns the path of the package. It depends on no
 * other package.
 * @throws Error where npm cannot be run or refuses
 */
export function buildNpmPackage(product: Product, outDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'));
  try {
    const manifest = {
      bin: { gatehouse: 'bin/gatehouse.mjs' },
      engines: { node: '>=22.15' },
      files: ['bin', 'out', 'resources', 'sbom.cdx.json', 'THIRD-PARTY-NOTICES.txt'],
    };
    copyApplication(folder, { product, host: 'headless', runtimes: [], manifest });
    const packaged = join(rootDir, 'packaging/npm');
    mkdirSync(join(folder, 'bin'));
    cpSync(join(packaged, 'gatehouse.mjs'), join(folder, 'bin/gatehouse.mjs'));
    chmodSync(join(folder, 'bin/gatehouse.mjs'), 0o755);
    cpSync(join(packaged, 'README.md'), join(folder, 'README.md'));
    mkdirSync(outDir, { recursive: true });
    const { code, output } = runNpm(['pack', '--silent', '--pack-destination', outDir], folder);
    if (code !== 0) throw new Error(`npm pack failed: ${output}`);
    return join(outDir, `${product.name}-${product.version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
