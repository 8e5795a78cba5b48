import { GatehouseError } from '#shared/errors/index.ts';
import {
  isClearSecret,
  isPartlyClear,
  secretPaths,
  toPointer,
  valueAt,
  workspaceFileAt,
} from '#shared/workspace/index.ts';
import { maskedSecret } from '#shared/workspace/masked-secret.ts';
import { parseJsonDocument } from './json-file.ts';
import { replaceValues, tolerantValue, valuesAt } from './json-text.ts';

/** Pairs that look like a secret in a text of which no tree can be made. */
const looksSecret =
  /("[^"\\]*(?:passw(?:or)?d|passphrase|secret|(?:private|api)[-_]?key|token|assertion|authorization|jwtKey|jwtPem|jwtCert)"\s*:\s*)"(?=[^"\n])[^"\\\n]*(?:\\.[^"\\\n]*)*"?/gi;

/** A structure in the place of a key, in such a text. */
const looksKey = /("(?:jwtKey|jwtPem|jwtCert)"\s*:\s*)[{[][^{}[\]]*[}\]]?/gi;

/** A text of the file for an editor, with its clear-text secrets masked. */
export function maskClearSecrets(file: string, text: string): string {
  const kind = workspaceFileAt(file)?.format.kind ?? 'manifest';
  const document = tolerantValue(text);
  const places = document === undefined ? [] : secretPaths(kind, document);
  const masked = replaceValues(
    text,
    places
      .filter((path) =>
        valuesAt(text, path).some((value) => isClearSecret(kind, value) || isPartlyClear(kind, value)),
      )
      .map((path) => ({ path, value: maskedSecret })),
  );
  return 'value' in parseJsonDocument(text, file)
    ? masked
    : masked
        .replace(looksKey, `$1${JSON.stringify(maskedSecret)}`)
        .replace(looksSecret, `$1${JSON.stringify(maskedSecret)}`);
}

/**
 * The text with each mask replaced by the value in the file. @param current Present text of the file; null:
 * there is no file.
 * @throws secret.masked
 */
export function unmaskSecrets(file: string, text: string, current: string | null): string {
  const kind = workspaceFileAt(file)?.format.kind ?? 'manifest';
  const document = tolerantValue(text);
  if (document === undefined || !text.includes(maskedSecret)) return text;
  const now = current === null ? undefined : tolerantValue(current);
  const masks = secretPaths(kind, document).filter((path) => valueAt(document, path) === maskedSecret);
  return replaceValues(
    text,
    masks.map((path) => {
      const value = valueAt(now, path);
      if (value === undefined || value === maskedSecret) throw unknownMask(file, toPointer(path));
      return { path, value };
    }),
  );
}

function unknownMask(file: string, pointer: string): GatehouseError {
  return new GatehouseError(
    'secret.masked',
    `${file} has no secret at ${pointer} that the mask could represent.`,
    {
      fix: 'Enter the secret again. A mask represents the secret that the file has in the same position.',
      location: { file, pointer },
    },
  );
}
