import { createSecretKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { jwtVerify } from 'jose';
import { type ServiceBroker as Broker, Errors, ServiceBroker } from 'moleculer';
import DbService from 'moleculer-db';
import ApiGateway from 'moleculer-web';
import { listening, type Remote } from './remote.ts';

/** The secret under which its callers sign their JWTs. */
export const moleculerKey = {
  kty: 'oct',
  kid: 'key-1',
  k: Buffer.alloc(32, 7).toString('base64url'),
} as const;

/**
 * A REST API of the packages moleculer, moleculer-web and moleculer-db: pages by number without a cursor, and a JWT in
 * each request, which jose verifies.
 */
export async function startMoleculer(): Promise<Remote> {
  const broker: Broker = new ServiceBroker({ logger: false });
  broker.createService({
    name: 'members',
    mixins: [DbService],
    settings: {
      fields: ['_id', 'login', 'profile', 'roles'],
      idField: '_id',
      pageSize: 10,
      maxPageSize: 100,
    },
  } as never);
  const api = broker.createService({
    name: 'api',
    mixins: [ApiGateway],
    settings: {
      port: 0,
      ip: '127.0.0.1',
      routes: [
        {
          path: '/api',
          authorization: true,
          bodyParsers: { json: true },
          aliases: { 'REST members': 'members' },
          mappingPolicy: 'restrict',
        },
      ],
    },
    methods: {
      async authorize(_context: unknown, _route: unknown, request: IncomingMessage) {
        const [scheme, token] = (request.headers.authorization ?? '').split(' ');
        const key = createSecretKey(Buffer.from(moleculerKey.k, 'base64url'));
        try {
          if (scheme !== 'JWT') throw new Error('There is no token');
          await jwtVerify(token ?? '', key, { audience: '/api/', maxTokenAge: '5 min' });
        } catch {
          throw new Errors.MoleculerClientError('INVALID_JWT', 401, 'INVALID_JWT');
        }
      },
    },
  } as never);
  await broker.start();
  for (let index = 0; index < 25; index += 1)
    await broker.call('members.create', {
      login: `member${String(index).padStart(2, '0')}`,
      profile: { given: `Given ${index}`, mail: `member${index}@example.com` },
      roles: index % 2 === 0 ? ['reader'] : ['reader', 'writer'],
    });
  const { server } = api as unknown as { server: Parameters<typeof listening>[0] };
  const { url } = await listening(server);
  return { url, stop: () => broker.stop() };
}
