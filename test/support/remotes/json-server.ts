import jsonServer from 'json-server';
import { listening, type Remote } from './remote.ts';

/** The package json-server with 25 users, each with an address and a list of phones. */
export async function startJsonServer(): Promise<Remote> {
  const users = Array.from({ length: 25 }, (_, index) => ({
    id: index + 1,
    username: `user${index}`,
    email: `user${index}@example.com`,
    address: { city: index % 2 === 0 ? 'Leeds' : 'York' },
    phones: [{ number: `555-01${String(index).padStart(2, '0')}` }],
  }));
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router({ users }));
  return listening(app.listen(0, '127.0.0.1'));
}
