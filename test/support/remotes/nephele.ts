import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import FileSystemAdapter from '@nephele/adapter-file-system';
import NoAuthenticator from '@nephele/authenticator-none';
import express, { type RequestHandler } from 'express';
import nephele from 'nephele';
import { listening, type Remote } from './remote.ts';

/** A store of files, and what happens right before the next write reaches it. */
export interface FileStore extends Remote {
  beforeWrite: (() => Promise<void>) | null;
}

/** The package nephele, a WebDAV server: objects are files, with ETags and conditions. RFC 4918, RFC 9110 §13 */
export async function startNephele(): Promise<FileStore> {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const app = express();
  const interrupt: RequestHandler = async (request, _response, next) => {
    const interruption = request.method === 'PUT' ? store.beforeWrite : null;
    if (interruption !== null) store.beforeWrite = null;
    await interruption?.();
    next();
  };
  app.use(interrupt);
  app.use(
    '/',
    nephele({
      adapter: new FileSystemAdapter({ root }),
      authenticator: new NoAuthenticator(),
    }) as RequestHandler,
  );
  const { url, stop } = await listening(app.listen(0, '127.0.0.1'));
  const store: FileStore = {
    url,
    beforeWrite: null,
    async stop() {
      await stop();
      rmSync(root, { recursive: true });
    },
  };
  return store;
}
