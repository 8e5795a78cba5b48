import { GatehouseError } from '../errors/index.ts';
import { isJsonObject } from '../workspace/json-pointer.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import { clientItems } from './read-client.ts';

/** The kinds of object that can be imported from a product, and exported back to it. */
export const productKinds = ['client', 'connector', 'route'] as const;
export type ProductKind = (typeof productKinds)[number];

/** The kind of a product's document; a reason if it cannot be read here. */
export type Recognised = { readonly kind: ProductKind } | { readonly reason: string };

/** Files of the products' folders that have no counterpart here, by their names. */
const strangers: readonly (readonly [RegExp, string])[] = [
  [
    /^sync\.json$/,
    'The file maps systems to each other. Gatehouse runs connectors, but does not synchronize.',
  ],
  [/^managed\.json$/, 'The file defines managed objects, which Gatehouse does not store.'],
  [/^repo[.-].*\.json$|^datasource\..*\.json$/, 'The file configures the data store of the product.'],
  [/^schedule-.*\.json$|^scheduler\.json$/, 'The file schedules jobs of the product.'],
  [/^provisioner\.json$/, 'The file lists remote connector servers. Gatehouse runs connectors itself.'],
  [
    /^(?:audit|authentication|access|policy|selfservice.*|ui-.*|servletfilter-.*|endpoint-.*)\.json$/,
    'The file configures the product itself.',
  ],
  [
    /^(?:config|admin|logback)\.json$/,
    'The file configures the gateway as a whole. Only its routes are imported.',
  ],
];

const connectorName = /^provisioner\.openicf-[A-Za-z0-9._-]{1,100}\.json$/;

/** Says what a document of a product is, by its name and what is in it. */
export function recogniseDocument(path: string, document: JsonValue): Recognised {
  const name = path.split('/').at(-1) ?? path;
  const isConnector = isJsonObject(document) && isJsonObject(document['configurationProperties']);
  if (name.startsWith('provisioner.openicf-')) {
    if (!connectorName.test(name))
      return { reason: 'The name of a connector may contain only letters, digits, “.”, “_” and “-”.' };
    return isConnector ? { kind: 'connector' } : { reason: 'configurationProperties is missing.' };
  }
  const stranger = strangers.find(([pattern]) => pattern.test(name));
  if (stranger !== undefined && !/(?:^|\/)routes\//.test(path)) return { reason: stranger[1] };
  if (clientItems(document) !== null) return { kind: 'client' };
  if (isJsonObject(document) && document['handler'] !== undefined) return { kind: 'route' };
  return { reason: 'Gatehouse does not support this kind of document.' };
}

/** Numbers in front of the names of routes, by which they are tried in order. */
const numbered = /^(\d{2,4})-(.+)$/;

/** The file names of routes without `.json`: what has no number gets one, in the order in which the product tries them. */
export function routeFileNames(stems: readonly string[]): ReadonlyMap<string, string> {
  const ordered = stems.toSorted().map((stem) => {
    const plain = stem.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 90);
    return { stem, plain, number: numbered.exec(plain)?.[1] };
  });
  const given = ordered.flatMap(({ number }) => number ?? []);
  const numbers = numbersAfter(given, ordered.length - given.length);
  let next = 0;
  return new Map(
    ordered.map(({ stem, plain, number }) => [
      stem,
      number === undefined ? `${numbers[next++] ?? ''}-${plain}` : plain,
    ]),
  );
}

/**
 * Numbers for routes that come after those which have such numbers: the gateway compares the names as texts, where
 * `100` comes before `20`, so all of them have one width and begin after what is last as a text.
 * @throws workspace.invalid
 */
export function numbersAfter(given: readonly string[], count: number): readonly string[] {
  // With room between them where there is some.
  for (const step of [10, 1])
    for (const width of [2, 3, 4]) {
      const numbers = numbersOf(given, count, width, step);
      if (numbers !== null) return numbers;
    }
  throw new GatehouseError('workspace.invalid', 'No number is free after the numbers of the other routes.', {
    fix: 'Give the routes smaller numbers, so that numbers are free after the last route.',
  });
}

function numbersOf(
  given: readonly string[],
  count: number,
  width: number,
  step: number,
): readonly string[] | null {
  // As texts compare: what is behind the first digits of the others is behind all of them.
  const last = Math.max(0, ...given.map((number) => Number(number.slice(0, width).padEnd(width, '0'))));
  const first = (Math.floor(last / step) + 1) * step;
  if (first + (count - 1) * step >= 10 ** width) return null;
  return Array.from({ length: count }, (_, index) => String(first + index * step).padStart(width, '0'));
}

/** A route with the name that it has by its file there, where the file gets another name here. */
export function namedRoute(
  document: Readonly<Record<string, JsonValue>>,
  stem: string,
): Readonly<Record<string, JsonValue>> {
  return document['name'] === undefined && !numbered.test(stem) ? { name: stem, ...document } : document;
}

/** True if the name of a route's file is `rest` with a number in front. */
export function isNumbered(stem: string, rest: string): boolean {
  return numbered.exec(stem)?.[2] === rest;
}

/** The file name that a route has at the product: without its number where the route is called by the rest. */
export function productRouteName(stem: string, document: JsonValue): string {
  const rest = numbered.exec(stem)?.[2];
  return rest !== undefined && isJsonObject(document) && document['name'] === rest ? rest : stem;
}
