import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../root.ts';
import { type BundledPackage, bundledPackages } from './bundled-packages.ts';

const rule = '='.repeat(80);

/** Lists the parts of the application that are no packages of the registry. */
function otherParts(): readonly BundledPackage[] {
  const font = readFileSync(join(rootDir, 'src-renderer/ui/fonts/OFL.txt'), 'utf8').trimEnd();
  return [{ name: 'JetBrains Mono', version: '2.211', license: 'OFL-1.1', texts: [font], integrity: null }];
}

/** Everything of others that is in the built application. */
export function thirdParties(): readonly BundledPackage[] {
  return [...bundledPackages(), ...otherParts()];
}

/** The text of THIRD-PARTY-NOTICES.txt: each part with its version, its licence and the texts of it. */
export function noticesText(parts: readonly BundledPackage[]): string {
  const list = parts.map(({ name, version, license }) => `  ${name} ${version}: ${license}`).join('\n');
  const texts = parts.map(
    ({ name, version, license, texts: own }) =>
      `${rule}\n${name} ${version}\n${license}\n${rule}\n\n${own.join('\n\n')}\n`,
  );
  return `Gatehouse contains parts of others, under the licences that follow.\n\n${list}\n\n${texts.join('\n')}`;
}
