import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRuntimeStandIn } from '#test/support/packaging/runtime-stand-in.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import {
  desktopConfiguration,
  desktopProgram,
} from '../../scripts/support/packaging/desktop-configuration.ts';
import { buildInstallers } from '../../scripts/support/packaging/desktop-installers.ts';
import { readProduct } from '../../scripts/support/packaging/product.ts';

const { path: folder, remove } = temporaryDirectory();
afterAll(remove);

const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const configuration = desktopConfiguration({
  product: readProduct(),
  app: folder,
  outDir: folder,
  electronVersion: '45.4.1',
  electronDist: null,
});

/** The parts of electron-builder that make an AppImage. */
interface AppImageParts {
  readonly AppImageTarget: new (
    name: string,
    packager: unknown,
    helper: unknown,
    outDir: string,
  ) => { readonly desktopEntry: { readonly value: Promise<string> } };
  readonly generateAppRunScript: (config: Readonly<Record<string, string>>) => string;
}
const { default: AppImageTarget } = fromBuilder('app-builder-lib/out/targets/appimage/AppImageTarget.js') as {
  readonly default: AppImageParts['AppImageTarget'];
};
const { generateAppRunScript }: Pick<AppImageParts, 'generateAppRunScript'> = fromBuilder(
  'app-builder-lib/out/targets/appimage/appImageUtil.js',
);

describe('the AppImage', () => {
  test('asks for no start without the sandbox in its desktop entry', async () => {
    const packager = {
      config: configuration,
      platformSpecificBuildOptions: configuration.linux,
      appInfo: { buildVersion: '1' },
    };
    const helper = { computeDesktopEntry: async (_options: unknown, exec: string) => exec };
    const entry = await new AppImageTarget('appImage', packager, helper, folder).desktopEntry.value;
    expect(entry).toBe('AppRun %U');
  });

  test('is made by the tools of today: their runtime needs no libfuse2', () => {
    expect(configuration.toolsets).toEqual({ appimage: '1.0.3' });
  });

  describe('its start script, over a program that tells its arguments', () => {
    const obstacle = process.platform === 'linux' ? null : 'the script is one of Linux';
    beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? ''));

    /** Starts the application directory where a program may make a user namespace, or may not. */
    function argumentsWhere(unshareCode: number, ...args: readonly string[]): readonly string[] {
      const directory = join(folder, `AppDir-${unshareCode}-${args.length}`);
      const bin = join(directory, 'bin');
      mkdirSync(bin, { recursive: true });
      const script = generateAppRunScript({
        ExecutableName: desktopProgram,
        DesktopFileName: `${desktopProgram}.desktop`,
        ProductFilename: 'Gatehouse',
        ProductName: 'Gatehouse',
        ResourceName: 'appimagekit-gatehouse',
      });
      const programs = {
        AppRun: script,
        [desktopProgram]: '#!/bin/sh\nprintf "%s\\n" "$@"\n',
        'bin/unshare': `#!/bin/sh\nexit ${unshareCode}\n`,
      };
      for (const [name, text] of Object.entries(programs)) {
        writeFileSync(join(directory, name), text);
        chmodSync(join(directory, name), 0o755);
      }
      const env = { PATH: `${bin}:${process.env['PATH']}`, APPDIR: directory };
      const { stdout, stderr, status } = spawnSync(join(directory, 'AppRun'), args, {
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      return stdout.split('\n').filter((line) => line !== '');
    }

    test('keeps the sandbox where the system lets it have one', () => {
      expect(argumentsWhere(0)).toEqual([]);
      expect(argumentsWhere(0, '--workspace', '/w')).toEqual(['--workspace', '/w']);
    });

    test('gives it up where user namespaces are off, which Gatehouse then says as a problem', () => {
      expect(argumentsWhere(1)).toEqual(['--no-sandbox']);
      expect(argumentsWhere(1, '--workspace', '/w')).toEqual(['--no-sandbox', '--workspace', '/w']);
    });
  });

  test('is built, and its program is in it', async ({ skip }) => {
    const cache = process.env['ELECTRON_BUILDER_CACHE'] ?? join(homedir(), '.cache/electron-builder');
    const tools =
      existsSync(cache) && readdirSync(cache, { recursive: true }).join('\n').includes('appimage-tools');
    skip(process.platform !== 'linux' || !tools, 'the tools that make an AppImage are a download: none here');
    const [image = ''] = await buildInstallers({
      product: readProduct(),
      outDir: join(folder, 'out'),
      targets: ['AppImage'],
      electronDist: await makeRuntimeStandIn(join(folder, 'runtime'), '45.4.1'),
    });
    expect(image).toMatch(/\.AppImage$/);
    expect(readFileSync(image).subarray(0, 4).toString('latin1')).toBe('\x7fELF');
  });
});
