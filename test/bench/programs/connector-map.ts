import { type ConnectorObject, compileObjectType, objectTypeSchema } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { announce } from './announce.ts';

// Maps records of ten attributes with one of: `hand`, `gatehouse`.
const [subject = 'hand'] = process.argv.slice(2);
const pageSize = 100;
const records = 2_000_000;

/** The remote's promise; its data is checked all the same. */
interface Employee {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly active?: unknown;
  readonly title?: unknown;
  readonly name?: { readonly given?: unknown; readonly family?: unknown };
  readonly contact?: {
    readonly mail?: unknown;
    readonly address?: { readonly city?: unknown; readonly zip?: unknown };
  };
  readonly department?: { readonly code?: unknown };
  readonly phones?: unknown;
}

/** A page as it comes out of JSON.parse; every fourth record lacks its department. */
function makePage(page: number): { readonly items: readonly Employee[] } {
  const items = Array.from({ length: pageSize }, (_, index) => {
    const id = page * pageSize + index;
    return {
      id,
      login: `user${id}`,
      active: id % 3 !== 0,
      title: id % 5 === 0 ? null : 'Engineer',
      name: { given: `Given${id}`, family: `Family${id}` },
      contact: { mail: `user${id}@example.com`, address: { city: 'Bern', zip: '3000' } },
      ...(id % 4 === 0 ? {} : { department: { code: 'R&D' } }),
      phones: [
        { number: `+41${id}`, kind: 'work' },
        { number: `+42${id}`, kind: 'home' },
      ],
    };
  });
  return JSON.parse(JSON.stringify({ items }));
}

function textByHand(value: unknown): string | null {
  if (typeof value === 'string' || value === null) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError('That is no text.');
}

function flagByHand(value: unknown): boolean | null {
  if (typeof value === 'boolean' || value === null) return value;
  throw new TypeError('That is neither true nor false.');
}

/** The numbers of those telephones that have one. */
function numbersByHand(phones: unknown): readonly string[] {
  const numbers: string[] = [];
  for (const phone of Array.isArray(phones) ? phones : []) {
    const number = textByHand((phone as { number?: unknown } | null)?.number ?? null);
    if (number !== null) numbers.push(number);
  }
  return numbers;
}

/**
 * Maps these records alone, as somebody would write it: absent members stay absent, and no other type slips through.
 */
function byHand(items: readonly Employee[]): readonly ConnectorObject[] {
  return items.map(({ id, login, active, title, name, contact, department, phones }) => {
    const attributes: Record<string, JsonValue> = {};
    if (login !== undefined) attributes['userName'] = textByHand(login);
    if (active !== undefined) attributes['active'] = flagByHand(active);
    if (title !== undefined) attributes['title'] = textByHand(title);
    if (name?.given !== undefined) attributes['givenName'] = textByHand(name.given);
    if (name?.family !== undefined) attributes['sn'] = textByHand(name.family);
    if (contact?.mail !== undefined) attributes['mail'] = textByHand(contact.mail);
    const address = contact?.address;
    if (address?.city !== undefined) attributes['city'] = textByHand(address.city);
    if (address?.zip !== undefined) attributes['postalCode'] = textByHand(address.zip);
    if (phones !== undefined) attributes['telephoneNumber'] = numbersByHand(phones);
    if (department?.code !== undefined) attributes['department'] = textByHand(department.code);
    return { uid: textByHand(id ?? null), name: textByHand(login ?? null), attributes };
  });
}

const text = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });

function byConfiguration(): (json: JsonValue) => readonly ConnectorObject[] {
  const { type } = compileObjectType(
    '__ACCOUNT__',
    objectTypeSchema.parse({
      schema: [
        text('userName'),
        { fieldName: 'active', type: 'BOOLEAN' },
        text('title'),
        text('givenName'),
        text('sn'),
        text('mail'),
        text('city'),
        text('postalCode'),
        text('telephoneNumber', 'MULTIVALUED'),
        text('department'),
      ],
      operations: {
        QUERY: {
          path: '/employees',
          method: 'GET',
          idPath: 'id',
          namePath: 'login',
          responseMapping: {
            items: {
              userName: 'login',
              active: 'active',
              title: 'title',
              givenName: 'name.given',
              sn: 'name.family',
              mail: 'contact.mail',
              city: 'contact.address.city',
              postalCode: 'contact.address.zip',
              telephoneNumber: 'phones[*].number',
              department: 'department.code',
            },
          },
        },
      },
    }),
  );
  return (json) => type.readPage({ status: 200, headers: [], text: '', json }, 'default').objects;
}

const pages = Array.from({ length: 20 }, (_, index) => makePage(index));
const map = byConfiguration();
const read: (page: (typeof pages)[number]) => readonly ConnectorObject[] =
  subject === 'hand' ? ({ items }) => byHand(items) : (page) => map(page as unknown as JsonValue);

/** The last page, kept so that its objects are really made. */
let last: readonly ConnectorObject[] = [];

function run(count: number): number {
  let objects = 0;
  for (let done = 0, page = 0; done < count; done += pageSize, page += 1) {
    const current = pages[page % pages.length];
    if (current === undefined) continue;
    last = read(current);
    objects += last.length;
  }
  return objects;
}

run(records / 4);
const before = process.cpuUsage();
const objects = run(records);
const { user, system } = process.cpuUsage(before);
announce({ nanos: ((user + system) * 1_000) / objects });
