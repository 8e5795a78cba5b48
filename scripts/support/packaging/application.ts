import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from '../root.ts';
import { noticesText, thirdParties } from './notices.ts';
import { type Product, sourceDateSeconds } from './product.ts';
import { type Runtime, sbomText } from './sbom.ts';

/** Which of the two hosts a package is for. */
export type PackagedHost = 'desktop' | 'headless';

const builtFolders = ['out/main', 'out/preload', 'out/renderer', 'resources'];

/** Files that only the other host uses, and files that only developers look at. */
const leftOut: Readonly<Record<PackagedHost, RegExp>> = {
  headless: /\.map$|^out\/main\/index\.js$|^out\/preload\/|^out\/renderer\/(gallery\.html|assets\/gallery-)/,
  desktop: /\.map$|^out\/main\/headless\.js$|^out\/renderer\/(gallery\.html|assets\/gallery-)/,
};

/** The files of the build that a package for a host contains, by their paths in the checkout. */
export function builtFiles(host: PackagedHost): readonly string[] {
  return builtFolders
    .flatMap((folder) =>
      readdirSync(join(rootDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(rootDir.length + 1)),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !leftOut[host].test(path))
    .toSorted();
}

/** Options in which one package of the application differs from another. */
export interface ApplicationOptions {
  readonly product: Product;
  readonly host: PackagedHost;
  /** Runtimes that the package brings along. */
  readonly runtimes: readonly Runtime[];
  /** Further members of its package.json. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

/** Copies the application, its licences and its bill of materials into a folder, as one package contains them. */
export function copyApplication(
  folder: string,
  { product, host, runtimes, manifest }: ApplicationOptions,
): void {
  for (const file of builtFiles(host)) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(rootDir, file), target);
  }
  const { name, version, description, appId, homepage, maintainer, license } = product;
  const parts = thirdParties();
  const facts = { name, version, description, appId, homepage, author: maintainer, license, type: 'module' };
  const texts = {
    'package.json': `${JSON.stringify({ ...facts, ...manifest }, null, 2)}\n`,
    'THIRD-PARTY-NOTICES.txt': noticesText(parts),
    'sbom.cdx.json': sbomText(product, parts, runtimes, sourceDateSeconds(process.env)),
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  cpSync(join(rootDir, 'LICENSE'), join(folder, 'LICENSE'));
}
