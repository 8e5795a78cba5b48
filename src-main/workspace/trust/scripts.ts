import { isJsonObject, type JsonValue } from '#shared/workspace/index.ts';
import { objectsIn } from './places.ts';

/** A script as a file declares it: by the name of its own file, or as text. */
export type DeclaredScript = { readonly file: string } | { readonly text: string };

/** The scripts that a connector can be asked to run. */
export function connectorScripts(document: JsonValue): readonly DeclaredScript[] {
  const actions = isJsonObject(document) ? (document['systemActions'] ?? null) : null;
  return [...objectsIn(actions)].flatMap(({ actionFile, actionSource }) => [
    ...declared({ file: actionFile }),
    ...declared({ source: actionSource }),
  ]);
}

/** The scripts in the policies of a route. */
export function routeScripts(document: JsonValue): readonly DeclaredScript[] {
  return [...objectsIn(document)].flatMap(({ type, config }) =>
    type === 'ScriptableThrottlingPolicy' && isJsonObject(config) ? declared(config) : [],
  );
}

function declared({
  file,
  source,
}: {
  readonly file?: JsonValue | undefined;
  readonly source?: JsonValue | undefined;
}): readonly DeclaredScript[] {
  const text = Array.isArray(source) ? source.join('\n') : source;
  return [
    ...(typeof file === 'string' && file !== '' ? [{ file }] : []),
    ...(typeof text === 'string' && text !== '' ? [{ text }] : []),
  ];
}

/** Where files of scripts lie. */
export const scriptFolder = 'scripts/';

/** The name of a script in decisions: its file, or the file that contains it. */
export function scriptFile(script: DeclaredScript, standsIn: string): string {
  return 'file' in script ? `${scriptFolder}${script.file}` : standsIn;
}
