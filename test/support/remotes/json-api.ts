import jsonApi from 'jsonapi-server';
import { freePort } from '#test/support/free-port.ts';
import type { Remote } from './remote.ts';

/** The package jsonapi-server with 60 people: pages lead on by whole addresses, filters are pairs of the query. */
export async function startJsonApi(): Promise<Remote> {
  const port = await freePort();
  jsonApi.setConfig({ protocol: 'http', hostname: '127.0.0.1', port, base: 'rest' });
  jsonApi.define({
    resource: 'people',
    handlers: new jsonApi.MemoryHandler(),
    attributes: { login: jsonApi.Joi.string(), city: jsonApi.Joi.string(), theme: jsonApi.Joi.string() },
    examples: Array.from({ length: 60 }, (_, index) => ({
      id: `${String(index + 1).padStart(8, '0')}-0000-4000-8000-000000000000`,
      type: 'people',
      login: `user${String(index).padStart(2, '0')}`,
      city: index % 2 === 0 ? 'Bath' : 'York',
      theme: 'dark',
    })),
  });
  jsonApi.start();
  return { url: `http://127.0.0.1:${port}`, stop: async () => jsonApi.close() };
}
