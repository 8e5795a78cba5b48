import express, { errorHandler, json, notFound, rest, urlencoded } from '@feathersjs/express';
import { feathers } from '@feathersjs/feathers';
import { memory } from '@feathersjs/memory';
import { listening, type Remote } from './remote.ts';

/** The packages of Feathers with 25 people in memory: operators stand in brackets, and PUT replaces an object. */
export async function startFeathers(): Promise<Remote> {
  const app = express(feathers());
  app.use(json()).use(urlencoded({ extended: true }));
  app.configure(rest());
  app.use('people', memory({ paginate: { default: 10, max: 50 } }));
  app.use(notFound());
  app.use(errorHandler({ logger: false }));
  for (let index = 0; index < 25; index += 1)
    await app.service('people').create({
      login: `user${String(index).padStart(2, '0')}`,
      city: index % 2 === 0 ? 'Bath' : 'York',
      theme: 'dark',
    });
  return listening(await app.listen(0, '127.0.0.1'));
}
