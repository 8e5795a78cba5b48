import { writeRegistration } from '#main/workspace/index.ts';
import { apiWith } from './base.ts';
import { findRegistration } from './identity.ts';

const api = apiWith<'authorizationServer' | 'drafts' | 'editor' | 'problems' | 'workspace'>();

export const dynamicClients = api.dynamicClients.router({
  list: api.dynamicClients.list.handler(({ context }) => [
    ...context.engine.authorizationServer.admin.dynamicClients.list(),
  ]),
  setEnabled: api.dynamicClients.setEnabled.handler(({ context, input: { clientId, isEnabled } }) =>
    context.engine.authorizationServer.admin.dynamicClients.setEnabled(clientId, isEnabled),
  ),
  remove: api.dynamicClients.remove.handler(async ({ context, input: { clientId } }) => ({
    removed: await context.engine.authorizationServer.admin.dynamicClients.remove(clientId),
  })),
  keep: api.dynamicClients.keep.handler(async ({ context: { engine }, input: { clientId } }) => {
    const { dynamicClients: admin } = engine.authorizationServer.admin;
    const { members, secret } = admin.document(clientId);
    const { file, text } = await writeRegistration(engine.workspace, engine.editor, {
      kind: 'client',
      id: clientId,
      baseVersion: null,
      document: members,
      secrets: secret === null ? {} : { client_secret: secret },
    });
    await engine.drafts.settle(file, text);
    await admin.release(clientId);
    return findRegistration(engine, 'client', clientId);
  }),
  tokens: api.dynamicClients.tokens.handler(({ context }) => [
    ...context.engine.authorizationServer.admin.dynamicClients.tokens(),
  ]),
  createToken: api.dynamicClients.createToken.handler(({ context, input }) =>
    context.engine.authorizationServer.admin.dynamicClients.createToken(input),
  ),
  removeToken: api.dynamicClients.removeToken.handler(async ({ context, input: { id } }) => ({
    removed: await context.engine.authorizationServer.admin.dynamicClients.removeToken(id),
  })),
});
