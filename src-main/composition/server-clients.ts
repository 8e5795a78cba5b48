import {
  type RegisteredMembers,
  registerClient,
  type ServerClients,
  unregisterClient,
} from '#main/services/flows/index.ts';
import type { RegisteredClient } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import type { PlayTarget } from '../services/flow-player/index.ts';
import {
  type FileEditor,
  textNow,
  versionOf,
  type Workspace,
  withListItem,
  withoutListItem,
} from '../workspace/index.ts';

/** Dependencies of the clients that Gatehouse has at other servers. */
export interface ServerClientParts {
  readonly workspace: Pick<Workspace, 'directory' | 'targets'>;
  readonly editor: Pick<FileEditor, 'write'>;
  readonly send: SendRecorded;
  readonly target: (name: string) => Promise<PlayTarget>;
  /** Where answers come back; null while the sample client does not run. */
  readonly callback: () => string | null;
}

/** Composes them: what a server registers is kept in the file of the target, its secrets sealed. RFC 7591, RFC 7592 */
export function composeServerClients(parts: ServerClientParts): ServerClients {
  const { workspace, send } = parts;
  return {
    list: () =>
      workspace.targets.flatMap(({ name, file }) =>
        file.clients.filter(isOwn).map((client) => registered(name, client)),
      ),
    async register({ target: name, ...wanted }) {
      const target = await parts.target(name);
      const members = await registerClient(send, target, wanted, parts.callback());
      const client = { ...members, registered_by: 'gatehouse' };
      try {
        await editTarget(parts, name, (text) => withListItem(text, 'clients', client));
      } catch (error) {
        // Nobody would know the client any more.
        await forget(parts, target, client);
        throw error;
      }
      return registered(name, client);
    },
    async unregister(name, clientId) {
      const found = workspace.targets.find((target) => target.name === name);
      const index = found?.file.clients.findIndex((client) => client.client_id === clientId) ?? -1;
      const client = found?.clients[index];
      if (client === undefined)
        throw new GatehouseError('flow.unknown-client', `The server ${name} has no client ${clientId}.`);
      const uri = client.file.registration_client_uri;
      const token = client.registrationToken();
      const isGone =
        uri !== undefined &&
        token !== null &&
        (await unregisterClient(send, await parts.target(name), { uri, token }));
      await editTarget(parts, name, (text) => withoutListItem(text, 'clients', index));
      return { isGone };
    },
  };
}

type TargetClientFile = Workspace['targets'][number]['file']['clients'][number];
type Known = Pick<TargetClientFile, 'client_id'> & Readonly<Record<string, unknown>>;

function isOwn(client: TargetClientFile): boolean {
  return client.registered_by === 'gatehouse';
}

function registered(target: string, client: Known): RegisteredClient {
  const { registration_client_uri: uri, registration_access_token: token } = client;
  return { target, clientId: client.client_id, canUnregister: uri !== undefined && token !== undefined };
}

/** Ends a registration that could not be kept, where the server offers a way. */
async function forget(
  { send }: ServerClientParts,
  target: PlayTarget,
  client: RegisteredMembers,
): Promise<void> {
  const { registration_client_uri: uri, registration_access_token: token } = client;
  if (typeof uri === 'string' && typeof token === 'string')
    await unregisterClient(send, target, { uri, token }).catch(() => false);
}

/** Changes the file of a target; all else in it stays byte for byte. */
async function editTarget(
  { workspace, editor }: ServerClientParts,
  name: string,
  edit: (text: string) => string,
): Promise<void> {
  const file = `targets/${name}.json`;
  const text = textNow(workspace.directory, file) ?? '{}';
  await editor.write(file, edit(text), versionOf(text));
}
