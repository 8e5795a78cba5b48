import type { Problem } from '#shared/errors/index.ts';
import { type LintInput, lintClient } from '#shared/oauth/client-lint/index.ts';
import { clientFileSchema, fromPointer, type JsonValue, valueAt } from '#shared/workspace/index.ts';
import { interpretedValue } from './interpret.ts';
import type { JsonDocument } from './json-file.ts';
import { locate } from './json-file.ts';
import type { Workspace } from './workspace.ts';

type Linted = Pick<Workspace, 'files' | 'manifest' | 'variables' | 'revision'>;

/**
 * Reads the faults and weaknesses of the clients of a workspace, as problems; read again only when something changed.
 */
export function createClientFindings(workspace: Linted): () => readonly Problem[] {
  let known: { readonly revision: number; readonly problems: readonly Problem[] } | null = null;
  return () => {
    const { revision } = workspace;
    if (known?.revision !== revision) known = { revision, problems: clientFindings(workspace) };
    return known.problems;
  };
}

function clientFindings({ files, manifest, variables }: Linted): readonly Problem[] {
  const policy = {
    settings: manifest.services.authorizationServer,
    vendorUrn: manifest.vendor.urn,
  };
  return files.flatMap(({ kind, document }) =>
    kind === 'client' && document !== null ? findingsOf(document, policy, variables) : [],
  );
}

function findingsOf(
  document: JsonDocument,
  policy: Pick<LintInput, 'settings' | 'vendorUrn'>,
  variables: Workspace['variables'],
): readonly Problem[] {
  const { value } = interpretedValue(document, 'client', variables);
  const client = clientFileSchema.safeParse(value);
  if (!client.success) return [];
  // The component that seals it reports that a secret is in clear text.
  const secret = isGiven(valueAt(document.value, ['client_secret'])) ? 'held' : 'none';
  return lintClient({ client: client.data, secret, ...policy }).flatMap(
    ({ id, severity, title, clause, fix, places }): readonly Problem[] =>
      // Notices are for who edits the client.
      severity === 'notice'
        ? []
        : places.slice(0, 1).map((pointer) => ({
            code: `client.${id}`,
            severity,
            message: `${client.data.client_id}: ${title}.`,
            cause: clause,
            fix,
            location: { ...locate(document, fromPointer(pointer) ?? []), pointer },
          })),
  );
}

function isGiven(secret: JsonValue | undefined): boolean {
  return secret !== undefined && secret !== null;
}
