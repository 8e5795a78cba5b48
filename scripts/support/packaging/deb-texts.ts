import { createHash } from 'node:crypto';
import type { Product } from './product.ts';

/** The architecture of Debian and the Node package of each machine that a package is made for. */
export const debArchitectures = { x64: 'amd64', arm64: 'arm64' } as const;

export type DebMachine = keyof typeof debArchitectures;

export const debName = 'gatehouse-headless';

/**
 * The control file. The dependencies are those of the Node binary that lies in the package; all of the application is
 * bundled. https://www.debian.org/doc/debian-policy/ch-controlfields.html
 */
export function controlText(product: Product, machine: DebMachine, installedKibibytes: number): string {
  return `Package: ${debName}
Version: ${product.version}
Architecture: ${debArchitectures[machine]}
Maintainer: ${product.maintainer}
Installed-Size: ${installedKibibytes}
Depends: libc6 (>= 2.28), libgcc-s1 (>= 3.0), libstdc++6 (>= 5.2)
Recommends: bash-completion
Suggests: chromium | firefox-esr | www-browser, xdg-utils
Section: devel
Priority: optional
Homepage: ${product.homepage}
Description: workbench for people who integrate identity systems
 Hosts an authorization server, a connector host, an API gateway and a
 platform sandbox on loopback, with screens in the browser on which each of
 them can be designed, stepped through, broken and loaded.
 .
 This package brings its own Node runtime, and a unit for the service manager
 of each user. It writes nothing outside the home of the user who runs it.
`;
}

/** The machine-readable copyright file. https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
export function copyrightText({ name, maintainer, homepage }: Product): string {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${name}
Upstream-Contact: ${maintainer}
Source: ${homepage}

Files: *
Copyright: ${maintainer}
License: Apache-2.0

Files: usr/lib/gatehouse/node
Copyright: Node.js contributors, and those that its licence names
License: MIT and others
 Their texts stand in /usr/share/doc/${debName}/NODE-LICENSE.gz.

Files: usr/lib/gatehouse/out/*
Copyright: ${maintainer}, and those whose packages are bundled in it
License: Apache-2.0 and others
 Their texts stand in /usr/share/doc/${debName}/THIRD-PARTY-NOTICES.txt.gz.

License: Apache-2.0
 On Debian systems the text of this licence stands in
 /usr/share/common-licenses/Apache-2.0.
`;
}

/** The changelog of the package in the form that Debian's tools read. */
export function changelogText({ version, maintainer }: Product, dateSeconds: number): string {
  const date = new Date(dateSeconds * 1_000).toUTCString().replace('GMT', '+0000');
  return `${debName} (${version}) stable; urgency=medium

  * What changed for users stands in NEWS.gz beside this file.

 -- ${maintainer}  ${date}
`;
}

/** The file `md5sums`: what `dpkg --verify` compares with. */
export function checksumsText(files: ReadonlyMap<string, Uint8Array>): string {
  return [...files]
    .map(([path, bytes]) => `${createHash('md5').update(bytes).digest('hex')}  ${path}\n`)
    .join('');
}
