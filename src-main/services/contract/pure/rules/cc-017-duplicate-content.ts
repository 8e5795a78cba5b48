import { type Fact, isPlaceholder, type RequestFact } from '#shared/contract/facts.ts';
import type { Rule, RuleAnswer, RuleRun } from '#shared/contract/rule.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { BoundedMap } from './parts/bounded.ts';
import { memberOf } from './parts/json-walk.ts';

const maxKept = 5_000;
/** Contents of an artefact that are compared with each that comes. */
const maxWritten = 100;

export const duplicateContent: Rule = {
  id: 'CC-017',
  title: 'A custom content is created twice',
  date: '2021-04-08',
  entries: ['2021-04-08-unique-contents'],
  severity: 'error',
  source: 'spec',
  detection: 'A second content of the same template, locale, deliveryMethod and variant in one artefact.',
  replacement: 'Update the existing content with PUT, or use another variant.',
  hasFix: false,
  holds: { from: '2021-04-08', until: null },
  kinds: ['request', 'resource'],
  templates: ['/environments/{}/templates/{}/contents', '/environments/{}/templates/{}/contents/{}'],
  resources: ['notification-template-content'],
  begin: () => new Contents(),
};

class Contents implements RuleRun {
  readonly #there = new BoundedMap<true>(maxKept);
  /** The contents of this artefact, the last ones; of a value that is not told there is null. */
  #written: Content[] = [];

  applies(fact: Fact): boolean {
    return fact.kind === 'request' || (fact.kind === 'resource' && fact.in === 'document');
  }

  check(fact: Fact): readonly RuleAnswer[] {
    if (fact.kind === 'resource') {
      const template = memberOf(fact.value, 'template');
      return this.#add('', memberOf(template, 'id') ?? memberOf(template, 'name') ?? template, fact.value);
    }
    if (fact.kind !== 'request') return [];
    const { segments, method, response } = fact;
    const list = segments.slice(0, 4).join('/');
    const [, , , template] = segments;
    if (method === 'POST' && segments.length === 5) {
      const isRefused = response !== null && response.status >= 400 && response.status !== 400;
      return isRefused ? [] : this.#add(list, template, fact.body, response?.status === 400);
    }
    // Which one it was is not known: better silent than wrong.
    if (method === 'DELETE' && segments.length === 6) {
      this.#there.deleteWhere((key) => key.startsWith(`${list} `));
      this.#written = [];
    }
    if (method === 'GET' && segments.length === 5) this.#read(fact, list, template);
    return [];
  }

  #add(
    list: string,
    template: JsonValue | undefined,
    content: JsonValue | undefined,
    isRefused = false,
  ): readonly RuleAnswer[] {
    const written = contentOf(list, template, content);
    if (written === null) return [];
    const key = keyOf(written);
    if (key === null || this.#there.get(key) !== true) {
      const isLike = this.#written.some((other) => mayBeSame(written, other));
      this.#written = [...this.#written, written].slice(-maxWritten);
      if (isLike) return [{ untold: { part: 'body', path: [] } }];
    }
    if (key === null) return [];
    const isThere = this.#there.get(key) === true;
    if (!isRefused) this.#there.set(key, true);
    if (!isThere) return [];
    return [
      {
        part: { part: 'body', path: [] },
        message:
          'A content with this template, locale, deliveryMethod and variant already exists. The platform rejects the request with UNIQUENESS_VIOLATION.',
        subject: 'notification-template-content',
      },
    ];
  }

  #read({ response }: RequestFact, list: string, template: string | undefined): void {
    const contents = memberOf(memberOf(response?.body, '_embedded'), 'contents');
    if (!Array.isArray(contents)) return;
    for (const content of contents as readonly JsonValue[]) {
      const read = contentOf(list, template, content);
      const key = read === null ? null : keyOf(read);
      if (key !== null) this.#there.set(key, true);
    }
  }
}

interface Content {
  readonly list: string;
  /** Template, deliveryMethod, locale and variant; null: not told. */
  readonly values: readonly (string | null)[];
}

/** null: it is none. */
function contentOf(
  list: string,
  template: JsonValue | undefined,
  content: JsonValue | undefined,
): Content | null {
  const locale = memberOf(content, 'locale') ?? '';
  const values = [
    template,
    memberOf(content, 'deliveryMethod'),
    typeof locale === 'string' ? locale.toLowerCase() : locale,
    memberOf(content, 'variant') ?? '',
  ].flatMap((each) => (typeof each === 'string' ? [isOpen(each) ? null : each] : []));
  return values.length < 4 ? null : { list, values };
}

/** null: unknown content could be different. */
function keyOf({ list, values }: Content): string | null {
  return values.includes(null) ? null : `${list} ${JSON.stringify(values)}`;
}

/** True of contents that differ in no value that is told of both, and are not told in one. */
function mayBeSame(one: Content, other: Content): boolean {
  if (one.list !== other.list || (!one.values.includes(null) && !other.values.includes(null))) return false;
  return one.values.every((value, index) => {
    const against = other.values[index] ?? null;
    return value === null || against === null || value === against;
  });
}

/** Of a segment of a path, `:id` is a placeholder too. */
function isOpen(text: string): boolean {
  return isPlaceholder(text) || text.startsWith(':') || text.includes('{');
}
