import type { CustomScheme } from 'electron';
import { pageHeaders } from '#main/hosts/content-security-policy.ts';
import type { FindPageFile } from '#main/hosts/page-files.ts';

/** Origin of the page in Electron: a scheme of its own, so that no file: page exists. */
export const pageScheme = 'gatehouse';
export const pageOrigin = `${pageScheme}://app`;

/** Privileges of the scheme: it behaves like https, and nothing more. */
export const pageSchemePrivileges: CustomScheme = {
  scheme: pageScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** Answers requests of the page's scheme from the list of built files; anything else is 404. */
export function handlePageRequest(
  request: { readonly method: string; readonly url: string },
  findFile: FindPageFile,
): Response {
  const { host, pathname } = new URL(request.url);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...pageHeaders, Allow: 'GET, HEAD' } });
  const file = host === 'app' ? findFile(pathname) : null;
  if (file === null) return new Response(null, { status: 404, headers: pageHeaders });
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(file.bytes), {
    headers: { ...pageHeaders, 'Content-Type': file.mediaType },
  });
}
