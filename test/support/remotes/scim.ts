import express from 'express4';
import SCIMMY from 'scimmy';
import { SCIMMYRouters } from 'scimmy-routers';
import { listening, type Remote } from './remote.ts';

interface ScimUser {
  readonly id: string;
  readonly userName: string;
}

export const scimToken = 'scim-token';

let isDeclared = false;
let users = new Map<string, ScimUser>();
let nextId = 1;

/** The SCIM 2.0 server of the package scimmy, with 25 users in memory. */
export async function startScimServer(): Promise<Remote> {
  users = new Map();
  nextId = 1;
  declareUsers();
  for (let index = 0; index < 25; index += 1)
    store(undefined, {
      userName: `user${index}`,
      name: { givenName: `Given ${index}`, familyName: 'Family' },
      emails: [{ value: `user${index}@example.com`, type: 'work' }],
      active: index % 2 === 0,
    });
  const app = express();
  const routers = new SCIMMYRouters({
    type: 'bearer',
    handler(request) {
      if (request.header('Authorization') !== `Bearer ${scimToken}`) throw new Error('The token is wrong');
      return 'tester';
    },
  });
  // Under the newer express it ignores paging, which its routers would take without a word.
  app.use('/scim', routers as unknown as Parameters<typeof app.use>[1]);
  return listening(app.listen(0, '127.0.0.1'));
}

/** The package keeps its declarations for the whole process. */
function declareUsers(): void {
  if (isDeclared) return;
  isDeclared = true;
  SCIMMY.Resources.declare(SCIMMY.Resources.User);
  SCIMMY.Resources.User.ingress((resource, data) => store(resource.id, data as unknown as object));
  SCIMMY.Resources.User.egress((resource) => {
    if (resource.id !== undefined) return found(resource.id);
    const all = [...users.values()];
    return resource.filter === undefined ? all : resource.filter.match(all);
  });
  SCIMMY.Resources.User.degress((resource) => {
    users.delete(found(resource.id ?? '').id);
  });
}

function store(id: string | undefined, data: object): never {
  const kept = { ...data, id: id === undefined ? String(nextId++) : found(id).id } as ScimUser;
  const other = [...users.values()].find(({ userName }) => userName === kept.userName);
  if (other !== undefined && other.id !== kept.id)
    throw new SCIMMY.Types.Error(409, 'uniqueness', 'userName is taken');
  users.set(kept.id, kept);
  return kept as never;
}

function found(id: string): ScimUser {
  const user = users.get(id);
  if (user === undefined) throw new SCIMMY.Types.Error(404, '', `Resource ${id} not found`);
  return user;
}
