import { join } from 'node:path';
import { type AfterPackContext, Arch, type Configuration } from 'electron-builder';
import { rootDir } from '../root.ts';
import { setFuses } from './fuse-switch.ts';
import type { Product } from './product.ts';

/** The scheme of links that the application opens. */
export const linkScheme = 'gatehouse-open';

/** The name of the program on Linux. Not `gatehouse`: that is the command of the headless host, and both may be installed. */
export const desktopProgram = 'gatehouse-desktop';

// Electron-builder fills the names in.
const artifactName = '#{name}-desktop_#{version}_#{arch}.#{ext}'.replaceAll('#', '$');

/** The version of the tools that make an AppImage: from 1.0 on the application starts in its sandbox, and without libfuse2. */
const appImageTools = '1.0.3';

export interface DesktopSources {
  readonly product: Pick<Product, 'appId' | 'productName' | 'author' | 'license'>;
  /** The folder that the application was copied into: what is in it is packed, and nothing else. */
  readonly app: string;
  readonly outDir: string;
  readonly electronVersion: string;
  /** A folder of an unpacked runtime; null: it is downloaded. */
  readonly electronDist: string | null;
}

/** Builds the configuration of electron-builder. https://www.electron.build/configuration */
export function desktopConfiguration(sources: DesktopSources): Configuration {
  const { product, app, outDir, electronVersion, electronDist } = sources;
  const icons = join(rootDir, 'packaging/icons');
  return {
    appId: product.appId,
    productName: product.productName,
    copyright: `${product.author}, ${product.license}`,
    toolsets: { appimage: appImageTools },
    directories: { app, output: outDir, buildResources: icons },
    // Without the second it would look for packages around the project, and find those of developers.
    files: ['**/*', '!node_modules/**'],
    asar: true,
    // Electron can neither start a worker nor copy a folder from inside an archive, so these lie beside it.
    asarUnpack: ['out/main/**', 'resources/**'],
    electronVersion,
    ...(electronDist === null ? {} : { electronDist }),
    // There is no native module in the tree: nothing is compiled for the runtime.
    npmRebuild: false,
    // Nothing of it is uploaded by the tool, and no update channel is written into it.
    publish: null,
    // Certificates come from the environment alone: see docs/contributing/releasing.md.
    forceCodeSigning: process.env['GATEHOUSE_SIGN'] === 'required',
    protocols: [{ name: 'Gatehouse link', schemes: [linkScheme] }],
    afterPack: switchFuses,
    extraFiles: [
      { from: join(app, 'LICENSE'), to: 'LICENSE.gatehouse.txt' },
      { from: join(app, 'THIRD-PARTY-NOTICES.txt'), to: 'THIRD-PARTY-NOTICES.txt' },
      { from: join(app, 'sbom.cdx.json'), to: 'sbom.cdx.json' },
    ],
    artifactName,
    linux: {
      executableName: desktopProgram,
      // None: with the former tools one of them was --no-sandbox.
      executableArgs: [],
      target: ['AppImage', 'deb'],
      icon: join(icons, 'set'),
      category: 'Development',
      synopsis: 'Workbench for people who integrate identity systems',
      syncDesktopName: true,
      desktop: {
        entry: {
          Name: 'Gatehouse',
          Keywords: 'OAuth;OpenID;identity;connector;gateway;',
          StartupNotify: 'true',
        },
      },
    },
    deb: { packageName: desktopProgram, packageCategory: 'devel', priority: 'optional', compression: 'xz' },
    win: { target: ['nsis'], icon: join(icons, 'icon.ico') },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // Data that a person made stays when the program is removed.
      deleteAppDataOnUninstall: false,
      license: join(rootDir, 'LICENSE'),
    },
    mac: {
      target: ['dmg'],
      icon: join(icons, 'icon.icns'),
      category: 'public.app-category.developer-tools',
      hardenedRuntime: true,
      notarize: process.env['APPLE_API_KEY'] !== undefined,
    },
  };
}

/** Before anything is signed: a signature covers the fuses. */
async function switchFuses(context: AfterPackContext): Promise<void> {
  const { electronPlatformName: platform, appOutDir, arch, packager } = context;
  const { productFilename } = packager.appInfo;
  const binary =
    platform === 'darwin'
      ? `${productFilename}.app`
      : platform === 'win32'
        ? `${productFilename}.exe`
        : desktopProgram;
  await setFuses(join(appOutDir, binary), platform === 'darwin' && arch === Arch.arm64);
}
