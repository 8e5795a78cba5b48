import type { HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { createLimiter, createNanoTime, rateOf, retryAfterSeconds } from '#shared/throttle/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { createMonotonic } from '#shared/time/monotonic.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { firstPeople, firstTeams, type Person } from './people.ts';
import { mergePatch, readPerson } from './person-input.ts';
import { DirectoryRefusal, jsonResponse, refused } from './responses.ts';
import { selectPage } from './select-page.ts';

/** Where the directory is served. */
export const directoryPath = '/hr/v1';
/** The token of the directory, which is no secret: everybody has the sample. */
const sampleToken = 'hr-sample-token';
const basic = `Basic ${Buffer.from(`hr:${sampleToken}`).toString('base64')}`;
const allowed = { numberOfRequests: 300, duration: '10 s' };

/** Methods that each kind of resource takes. */
const methods = { users: 'GET, POST', user: 'GET, PUT, PATCH, DELETE', other: 'GET' } as const;

interface State {
  readonly people: Map<number, Person>;
  nextId: number;
}

/**
 * A directory of people, for trying connectors out: users and teams, pages by cursor and by offset, a filter, errors
 * with codes, and a bound on requests. What is written is forgotten when Gatehouse ends.
 */
export function createDirectory({ clock }: { readonly clock: Clock }): HttpHandler {
  const people = firstPeople();
  const state: State = {
    people: new Map(people.map((each) => [each.id, each])),
    nextId: (people.at(-1)?.id ?? 0) + 1,
  };
  const admit = createAdmission(clock);
  return (request) => {
    try {
      checkCredentials(request);
      admit(request);
      return respond(state, request);
    } catch (error) {
      if (error instanceof DirectoryRefusal) return refused(error);
      throw error;
    }
  };
}

/** @throws DirectoryRefusal 429 */
function createAdmission(clock: Clock): (request: HttpRequest) => void {
  const read = rateOf(allowed.numberOfRequests, allowed.duration);
  if (!('rate' in read)) throw new Error(read.problem.message);
  const limiter = createLimiter({ maxGroups: 1_000 });
  const nowNanos = createNanoTime({ nowMillis: createMonotonic(clock) }, (by) => limiter.rebase(by));
  return ({ remoteAddress }) => {
    const waitNanos = limiter.decide(remoteAddress, read.rate, nowNanos());
    if (waitNanos === 0) return;
    throw new DirectoryRefusal(429, 'too_many_requests', 'More than 300 requests in 10 seconds', {
      headers: ['Retry-After', String(retryAfterSeconds(waitNanos))],
    });
  };
}

/** @throws DirectoryRefusal 401 */
function checkCredentials({ headers: { authorization } }: HttpRequest): void {
  if (authorization === basic || authorization === `Bearer ${sampleToken}`) return;
  throw new DirectoryRefusal(401, 'unauthenticated', 'The token is missing or wrong', {
    headers: ['WWW-Authenticate', 'Bearer realm="hr"'],
  });
}

function respond(state: State, request: HttpRequest): HttpResponse {
  const [resource, id, part, ...rest] = request.path.slice(directoryPath.length + 1).split('/');
  if (rest.length > 0) throw notFound();
  if (resource === 'teams') return teams(request, id, part);
  if (resource !== 'users') throw notFound();
  if (id === undefined || id === '') return users(state, request);
  if (part === 'teams') return teamsOf(person(state, id));
  if (part !== undefined) throw notFound();
  return user(state, request, person(state, id));
}

function users(state: State, request: HttpRequest): HttpResponse {
  if (request.method === 'GET')
    return jsonResponse(200, selectPage([...state.people.values()], request.query));
  if (request.method !== 'POST') throw notAllowed(methods.users);
  const made = readPerson(bodyOf(request), state.nextId);
  requireFree(state, made);
  state.nextId += 1;
  state.people.set(made.id, made);
  return jsonResponse(201, shown(made), ['Location', `${directoryPath}/users/${made.id}`]);
}

function user(state: State, request: HttpRequest, present: Person): HttpResponse {
  switch (request.method) {
    case 'GET':
      return jsonResponse(200, shown(present));
    case 'PUT':
      return changed(state, readPerson(bodyOf(request), present.id));
    case 'PATCH':
      return changed(state, readPerson(mergePatch(present, bodyOf(request)), present.id));
    case 'DELETE':
      state.people.delete(present.id);
      return { status: 204, headers: [], body: '' };
    default:
      throw notAllowed(methods.user);
  }
}

function changed(state: State, next: Person): HttpResponse {
  requireFree(state, next);
  state.people.set(next.id, next);
  return jsonResponse(200, shown(next));
}

/** @throws DirectoryRefusal 409 */
function requireFree({ people }: State, { id, login }: Person): void {
  const other = [...people.values()].find((each) => each.login === login && each.id !== id);
  if (other !== undefined)
    throw new DirectoryRefusal(409, 'exists', `The login ${login} already exists`, { field: 'login' });
}

function teams({ method }: HttpRequest, id: string | undefined, part: string | undefined): HttpResponse {
  if (method !== 'GET') throw notAllowed(methods.other);
  const all = firstTeams();
  if (id === undefined || id === '')
    return jsonResponse(200, { items: all.map(({ id: key, name }) => ({ id: key, name })) });
  const team = all.find((each) => each.id === id);
  if (team === undefined || part !== undefined) throw notFound();
  return jsonResponse(200, { id: team.id, name: team.name, members: [...team.members] });
}

function teamsOf({ id }: Person): HttpResponse {
  const own = firstTeams().filter(({ members }) => members.includes(id));
  return jsonResponse(200, { teams: own.map((team) => ({ id: team.id, name: team.name })) });
}

function person({ people }: State, id: string): Person {
  const found = /^\d{1,9}$/.test(id) ? people.get(Number(id)) : undefined;
  if (found === undefined) throw notFound();
  return found;
}

/** @throws DirectoryRefusal 400 */
function bodyOf({ body }: HttpRequest): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new DirectoryRefusal(400, 'malformed', 'The body is not JSON');
  }
}

function shown(value: Person): JsonValue {
  return value as unknown as JsonValue;
}

function notFound(): DirectoryRefusal {
  return new DirectoryRefusal(404, 'not_found', 'The resource does not exist');
}

function notAllowed(allow: string): DirectoryRefusal {
  return new DirectoryRefusal(405, 'not_allowed', `This resource supports ${allow}`, {
    headers: ['Allow', allow],
  });
}
