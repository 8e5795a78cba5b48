import { isModule, sourceFiles } from './source-files.ts';

const roots = ['src-main/', 'src-shared/'];

/** Folders of the engine whose texts are not checked yet. Remove a folder once its texts follow the voice guide. */
export const foldersLeftOut: readonly string[] = [
  'src-main/services/attacks',
  'src-main/services/authorization-server',
  'src-main/services/client-simulator',
  'src-main/services/connectors',
  'src-main/services/contract',
  'src-main/services/first-tasks',
  'src-main/services/flow-player',
  'src-main/services/flows',
  'src-main/services/gateway',
  'src-main/services/saml',
  'src-main/services/sample-upstreams',
  'src-main/services/scripting',
  'src-main/services/throttle',
  'src-main/services/tokens',
  'src-main/services/weaknesses',
  'src-shared/connectors',
  'src-shared/consents',
  'src-shared/throttle',
];

// The guide’s words are English.
const german = /\/german-|\/german\b|\/de\//;

/** The modules of the engine whose texts are checked against the voice guide. */
export function engineModules(): readonly string[] {
  return sourceFiles().filter(
    (path) =>
      isModule(path) &&
      roots.some((root) => path.startsWith(root)) &&
      !foldersLeftOut.some((folder) => path.startsWith(`${folder}/`)) &&
      !german.test(path),
  );
}
