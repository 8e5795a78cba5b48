import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { rootDir } from '../root.ts';
import { copyApplication } from './application.ts';
import { desktopConfiguration, desktopProgram } from './desktop-configuration.ts';
import type { Product } from './product.ts';

export interface InstallerOptions {
  readonly product: Product;
  readonly outDir: string;
  /** `dir` packs without making an installer of it. */
  readonly targets: readonly ('AppImage' | 'deb' | 'dir' | 'dmg' | 'nsis')[];
  readonly electronDist: string | null;
}

/**
 * Builds the installers of the desktop application for this platform, and returns their paths.
 * @throws Error where the runtime or a tool of electron-builder cannot be downloaded
 */
export async function buildInstallers(options: InstallerOptions): Promise<readonly string[]> {
  const { product, outDir, targets, electronDist } = options;
  const app = mkdtempSync(join(tmpdir(), 'gatehouse-desktop-'));
  try {
    const { version: electronVersion }: { version: string } = JSON.parse(
      readFileSync(join(rootDir, 'node_modules/electron/package.json'), 'utf8'),
    );
    copyApplication(app, {
      product,
      host: 'desktop',
      runtimes: [{ name: 'electron', version: electronVersion }],
      manifest: { main: 'out/main/index.js', desktopName: `${desktopProgram}.desktop` },
    });
    return await build({
      projectDir: rootDir,
      publish: 'never',
      targets: Platform.current().createTarget([...targets]),
      config: desktopConfiguration({ product, app, outDir, electronVersion, electronDist }),
    });
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}
