import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { buildHeadlessDeb } from './support/packaging/headless-deb.ts';
import { readProduct, sourceDateSeconds } from './support/packaging/product.ts';
import { rootDir } from './support/root.ts';
import { scriptArguments } from './support/tools.ts';

const engines = ['podman', 'docker'] as const;
const timeoutMillis = 10_000;

/** The engine that answers here; one that is only installed, without a service behind it, is none. */
function findEngine(): string | null {
  return (
    engines.find(
      (engine) => spawnSync(engine, ['info'], { stdio: 'ignore', timeout: timeoutMillis }).status === 0,
    ) ?? null
  );
}

async function buildContainer(): Promise<number> {
  const engine = findEngine();
  if (engine === null) {
    process.stdout.write(
      `NOT BUILT  container: there is no engine here (looked for ${engines.join(', ')}). Nothing of packaging/container was run.\n`,
    );
    return 1;
  }
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-container-'));
  try {
    const product = readProduct();
    const deb = buildHeadlessDeb({
      product,
      machine: process.arch === 'arm64' ? 'arm64' : 'x64',
      outDir: folder,
      dateSeconds: sourceDateSeconds(process.env),
      compression: 'gzip',
      level: 6,
    });
    cpSync(deb, join(folder, 'gatehouse-headless.deb'));
    cpSync(join(rootDir, 'packaging/container'), folder, { recursive: true });
    const tag = `gatehouse:${product.version}`;
    return await runChild(engine, ['build', '--file', join(folder, 'Containerfile'), '--tag', tag, folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await buildContainer();
