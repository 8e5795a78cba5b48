import type { Api } from '../api/client.ts';

/** Registers one more redirect URI for a client of the hosted server, in the client's own file. */
export async function addRedirectUri(
  client: Api['client'],
  { clientId, uri }: { readonly clientId: string; readonly uri: string },
): Promise<void> {
  const { document, version } = await client.identity.registration({ kind: 'client', id: clientId });
  const before: unknown = document?.['redirect_uris'];
  const uris = Array.isArray(before) ? before : [];
  if (uris.includes(uri)) return;
  await client.identity.save({
    kind: 'client',
    id: clientId,
    baseVersion: version,
    document: { ...document, redirect_uris: [...uris, uri] },
    secrets: {},
  });
}
