/** A part of the tree, and all that its modules may import. */
export interface Area {
  readonly name: string;
  /** Matches the paths of its files; a captured group names the slice (one service, one screen). */
  readonly files: RegExp;
  /** Names of the areas that its modules may import, besides their own slice. */
  readonly imports: readonly string[];
  /** Packages that its modules may import; null: any that package.json lists. */
  readonly packages: readonly string[] | null;
  readonly isNode: boolean;
  /** From outside only `index.ts` may be imported. */
  readonly hasPublicEntry?: boolean;
}

const platformSide = ['shared', 'contract', 'platform'];
const services = [...platformSide, 'pure', 'service'];
const engine = [...services, 'workspace', 'api', 'composition', 'engine ports', 'engine'];
const uiParts = ['shared', 'contract', 'renderer ui', 'renderer api', 'renderer words'];
const screenParts = [...uiParts, 'workbench'];
const screenPackages = ['react', 'react-aria-components', '@tanstack/react-query', 'lucide-react'];

/**
 * The table of who may import whom. The first area that matches a path is its own. An area that stands in its own
 * `imports` opens its slices to each other; where it does not, a slice never sees another.
 */
export const areas: readonly Area[] = [
  // The contract between engine and screens. It takes facts from the domains, never the reverse.
  {
    name: 'contract',
    files: /^src-shared\/api\//,
    imports: ['shared', 'contract'],
    packages: ['zod', '@orpc/contract'],
    isNode: false,
  },
  {
    name: 'shared',
    files: /^src-shared\//,
    imports: ['shared'],
    packages: ['zod', 'jsonc-parser', 're2js'],
    isNode: false,
  },
  {
    name: 'platform',
    files: /^src-main\/platform\//,
    imports: platformSide,
    packages: ['@peculiar/x509', 'devtools-protocol', 'reflect-metadata', 'undici'],
    isNode: true,
  },
  {
    name: 'workspace',
    files: /^src-main\/workspace\//,
    imports: [...platformSide, 'workspace'],
    packages: ['fflate', 'jsonc-parser', 'zod'],
    isNode: true,
    hasPublicEntry: true,
  },
  // Logic that only the engine runs, and that needs no more of the machine than src-shared does.
  {
    name: 'pure',
    files: /^src-main\/services\/[^/]+\/pure\//,
    imports: ['shared', 'contract', 'pure'],
    packages: ['zod', 'acorn', 'jsonc-parser'],
    isNode: false,
  },
  {
    name: 'service',
    files: /^src-main\/services\/([^/]+)\//,
    imports: services,
    packages: [
      '@cj-tech-master/excelts',
      '@jitl/quickjs-singlefile-mjs-release-sync',
      '@modelcontextprotocol/server',
      '@xmldom/xmldom',
      'csv-parse',
      'devtools-protocol',
      'diff',
      'htmlparser2',
      'jose',
      'jsonc-parser',
      'node-forge',
      'otpauth',
      'quickjs-emscripten-core',
      'undici',
      'xml-crypto',
      'zod',
    ],
    isNode: true,
    hasPublicEntry: true,
  },
  {
    name: 'api',
    files: /^src-main\/api\//,
    imports: [...services, 'workspace', 'api'],
    packages: ['@orpc/contract', '@orpc/server', 'zod'],
    isNode: true,
  },
  // The engine's needs of the machine and the host: known before any service is.
  {
    name: 'engine ports',
    files: /^src-main\/composition\/ports\.ts$/,
    imports: [...platformSide, 'workspace'],
    packages: [],
    isNode: true,
  },
  {
    name: 'composition',
    files: /^src-main\/composition\//,
    imports: [...services, 'workspace', 'composition', 'engine ports'],
    packages: [],
    isNode: true,
  },
  {
    name: 'engine',
    files: /^src-main\/engine\.ts$/,
    imports: engine,
    packages: ['@orpc/server'],
    isNode: true,
  },
  {
    name: 'electron host',
    files: /^src-main\/hosts\/electron\//,
    imports: [...engine, 'electron host', 'hosts'],
    packages: ['electron', '@orpc/server', 'zod'],
    isNode: true,
  },
  {
    name: 'headless host',
    files: /^src-main\/hosts\/headless\//,
    imports: [...engine, 'headless host', 'hosts'],
    packages: ['commander', '@orpc/client', '@orpc/contract', '@orpc/server', 'ws'],
    isNode: true,
  },
  // Parts that both hosts need, and that therefore belong to neither.
  {
    name: 'hosts',
    files: /^src-main\/hosts\//,
    imports: [...engine, 'hosts'],
    packages: ['@orpc/server'],
    isNode: true,
  },
  // The texts and formats of the user interface are leaves that every part of it uses.
  {
    name: 'renderer words',
    files: /^src-renderer\/words\//,
    imports: ['shared', 'contract', 'renderer words'],
    packages: [],
    isNode: false,
  },
  {
    name: 'renderer api',
    files: /^src-renderer\/api\//,
    imports: ['shared', 'contract', 'renderer api'],
    packages: ['react', '@tanstack/react-query', '@orpc/client', '@orpc/contract', '@orpc/tanstack-query'],
    isNode: false,
  },
  {
    name: 'renderer ui',
    files: /^src-renderer\/ui\//,
    imports: uiParts,
    packages: [...screenPackages, 'monaco-editor', 'uplot'],
    isNode: false,
  },
  // Parts that screens and shell share and that draw nothing: addresses, tabs, commands, keys, preferences.
  {
    name: 'workbench',
    files: /^src-renderer\/workbench\//,
    imports: screenParts,
    packages: [...screenPackages, 'jsonc-parser'],
    isNode: false,
  },
  {
    name: 'feature',
    files: /^src-renderer\/features\/([^/]+)\//,
    imports: screenParts,
    packages: [...screenPackages, 'minisearch', 'yaml'],
    isNode: false,
  },
  {
    name: 'gallery',
    files: /^src-renderer\/gallery\//,
    imports: [...uiParts, 'gallery'],
    packages: ['react', 'react-dom', 'lucide-react'],
    isNode: false,
  },
  {
    name: 'renderer app',
    files: /^src-renderer\/(?:boot\.ts$|main\.tsx$|app\/)/,
    imports: [...screenParts, 'feature', 'renderer app'],
    packages: [...screenPackages, 'react-dom', 'react-resizable-panels'],
    isNode: false,
  },
  {
    name: 'scripts',
    files: /^(?:scripts\/|[^/]+\.config\.ts$)/,
    // The build and the screens share the shape of the pages and the index of Help.
    imports: ['scripts', 'shared'],
    packages: null,
    isNode: true,
  },
];

/** The tests may import everything, by any path. */
export const testFiles = /^test\//;

/** A rule that is broken on purpose. */
export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The known exceptions; one that no longer applies fails the test. */
export const exceptions: readonly Exception[] = [
  {
    from: 'scripts/check-spec-rows.ts',
    to: 'test/spec/check-rows.ts',
    reason: 'The check of the specification rows is a part of the tests; the script only runs it.',
  },
  {
    from: 'scripts/support/browser.ts',
    to: 'src-main/platform/installed-browser.ts',
    reason: 'The tests use a browser from the places in which the product looks for one.',
  },
];
