import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ArtefactFacts,
  createHostMatcher,
  createLinter,
  type Found,
  headerMap,
  type ReaderContext,
  requestFact,
} from '#main/services/contract/pure/index.ts';
import { jsonOrigin } from '#main/services/contract/pure/readers/json-origin.ts';
import { type JsonText, openJsonText } from '#main/services/contract/pure/readers/json-text.ts';
import { readScript } from '#main/services/contract/pure/readers/script.ts';
import {
  type ContractHistory,
  type FactPart,
  type LintSeverity,
  type ReadFact,
  type RequestFact,
  type RuleContext,
  type TextEdit,
} from '#shared/contract/index.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A request of a fixture, as short as it can be written. */
export interface FixtureRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  readonly response?: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: JsonValue;
  };
  readonly startedAt?: string;
  readonly durationMillis?: number;
  readonly client?: {
    readonly grantType?: string;
    readonly isPublic?: boolean;
    readonly role?: string;
    readonly perSecond?: number;
  };
}

/** A finding that a fixture expects. */
export interface ExpectedFinding {
  readonly subject: string;
  /** The part, as `partName` writes it. */
  readonly part: string;
  readonly severity?: LintSeverity;
  readonly until?: string;
  /** Changes made by the fix, by pointer; null: the member is gone. Absent: there is no fix. */
  readonly after?: Readonly<Record<string, JsonValue>>;
}

/** An artefact with what a rule is to find in it. */
export interface Fixture {
  readonly story: string;
  readonly limitPerSecond?: number;
  readonly requests?: readonly FixtureRequest[];
  readonly document?: JsonValue;
  readonly script?: string;
  readonly expect: readonly ExpectedFinding[];
}

export const contractHosts = createHostMatcher({
  platform: ['https://api.platform.example/v1', 'https://api-eu.platform.example/v1'],
  authorization: ['https://auth.platform.example'],
});

/** The context of a reader that knows the hosts of the fixtures, and no client. */
export const bareReaderContext: ReaderContext = {
  hosts: contractHosts,
  variables: {},
  mediaType: 'acme',
  isPublicClient: () => null,
  issuerOf: () => null,
  platformOf: () => null,
};

/** Facts of an artefact in which there is nothing but what a test says. */
export function artefactFacts(said: Partial<ArtefactFacts>): ArtefactFacts {
  return {
    found: [],
    omitted: [],
    requests: 0,
    known: 0,
    otherHosts: 0,
    hosts: new Map(),
    unknown: new Map(),
    targets: new Set(),
    untold: [],
    ...said,
  };
}

/** The history as it lies in `resources/contract`. */
export const contractHistory: ContractHistory = {
  entries: read('entries'),
  resources: read('resources'),
  endpoints: read('endpoints'),
  since: read('since'),
};

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join('resources/contract', `${name}.json`), 'utf8')) as T;
}

/** The context of rules in tests: it is 1 June 2026, and the vendor is `acme`. */
export function ruleContext(changes: Partial<RuleContext> = {}): RuleContext {
  return {
    history: contractHistory,
    mediaType: 'acme',
    nowMillis: Date.UTC(2026, 5, 1),
    limitPerSecond: () => null,
    ...changes,
  };
}

/** The facts of a fixture that is written as this text. */
export function factsOf(text: string): readonly ReadFact[] {
  const fixture = JSON.parse(text) as Fixture;
  const json = openJsonText(text);
  const open = () => json;
  const requests = (fixture.requests ?? []).map((request, index) => requestOf(request, open, index));
  const document =
    fixture.document === undefined
      ? []
      : [
          {
            kind: 'document' as const,
            value: fixture.document,
            ...jsonOrigin(open, {
              whole: ['document'],
              body: (path) => ({ path: ['document', ...path] }),
            }),
          },
        ];
  return [...requests, ...document, ...(fixture.script === undefined ? [] : scriptFacts(fixture.script))];
}

function scriptFacts(script: string): readonly ReadFact[] {
  return readScript(script, { file: 'script.js', language: 'javascript', hosts: contractHosts }).facts;
}

function requestOf(request: FixtureRequest, open: () => JsonText, index: number): RequestFact {
  const at: JsonPath = ['requests', index];
  const { response, headers = {}, form, body, client } = request;
  const raw = {
    method: request.method ?? 'GET',
    url: request.url,
    headers: Object.entries(
      form === undefined ? headers : { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    ),
    ...(form === undefined ? {} : { bodyText: new URLSearchParams(form).toString() }),
    ...(body === undefined ? {} : { body }),
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status ?? 200,
            headers: headerMap(Object.entries(response.headers ?? {})),
            body: response.body,
          },
        }),
    ...(request.startedAt === undefined ? {} : { startedAtMillis: Date.parse(request.startedAt) }),
    ...(request.durationMillis === undefined ? {} : { durationMillis: request.durationMillis }),
    ...(client === undefined ? {} : { client: { grantType: null, isPublic: null, role: null, ...client } }),
  };
  const origin = jsonOrigin(open, {
    whole: at,
    url: [...at, 'url'],
    header(name) {
      const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
      return key === undefined ? null : [...at, 'headers', key];
    },
    form: (name) => ({ path: [...at, 'form', name], isText: false }),
    body: (path) => ({ path: [...at, 'body', ...path] }),
    response: [...at, 'response'],
    responseHeader: (name) => [...at, 'response', 'headers', name],
    responseBody: (path) => ({ path: [...at, 'response', 'body', ...path] }),
  });
  return requestFact(raw, contractHosts, origin);
}

/** Lists the findings of one rule, or of every rule, in a fixture that is written as this text. */
export function lintFixture(text: string, ruleId?: string): readonly Found[] {
  const { limitPerSecond = null } = JSON.parse(text) as Fixture;
  return lintFacts(factsOf(text), ruleContext({ limitPerSecond: () => limitPerSecond })).filter(
    ({ rule }) => ruleId === undefined || rule.id === ruleId,
  );
}

/** Lists the findings in facts. */
export function lintFacts(facts: readonly ReadFact[], context = ruleContext()): readonly Found[] {
  const run = createLinter(context).begin();
  for (const fact of facts) run.see(fact);
  return run.end().found;
}

/** A part in a word or two: `path`, `query filter`, `body /conditions/0`, `text “literal”`. */
export function partName(part: FactPart, script = ''): string {
  switch (part.part) {
    case 'query':
    case 'header':
    case 'form':
    case 'response-header':
      return `${part.part} ${part.name}`;
    case 'body':
    case 'response-body':
      return `${part.part} ${toPointer(part.path)}`.trim();
    case 'text':
      return `text ${script.slice(part.at, part.at + part.length)}`;
    case 'whole':
    case 'method':
    case 'path':
    case 'response':
      return part.part;
  }
}

/** Where in a body or a document a pointer of a fixture leads: `body /name`; null: to none of these. */
export function placeName(pointer: string): string | null {
  const [, answer, inAnswer = '', inBody = ''] =
    /^(?:\/requests\/\d+\/(response\/)body(.*)|(?:\/requests\/\d+\/body|\/document)(.*))$/.exec(pointer) ??
    [];
  if (answer !== undefined) return `response-body ${inAnswer}`.trim();
  return /^(?:\/requests\/\d+\/body|\/document)/.test(pointer) ? `body ${inBody}`.trim() : null;
}

/** A fixture's text with the edits of a finding made. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const fixture = JSON.parse(text) as Fixture;
  const make = (whole: string) =>
    edits
      .toSorted((one, other) => other.at - one.at)
      .reduce(
        (soFar, edit) => soFar.slice(0, edit.at) + edit.text + soFar.slice(edit.at + edit.length),
        whole,
      );
  // Offsets of a script count in the script.
  return fixture.script === undefined
    ? make(text)
    : JSON.stringify({ ...fixture, script: make(fixture.script) });
}

/** Lists the differences between two documents, by pointer, with the value afterwards; null: there is none. */
export function changesBetween(before: JsonValue, after: JsonValue): Readonly<Record<string, JsonValue>> {
  const [old, next] = [new Map(leavesOf(before)), new Map(leavesOf(after))];
  const changed = [...next].filter(([pointer, value]) => old.get(pointer) !== value);
  const gone = [...old.keys()].filter((pointer) => !next.has(pointer));
  return Object.fromEntries([...changed, ...gone.map((pointer) => [pointer, null] as const)]);
}

function* leavesOf(value: JsonValue, path: JsonPath = []): Generator<readonly [string, JsonValue]> {
  if (typeof value !== 'object' || value === null) yield [toPointer(path), value];
  else for (const [name, each] of Object.entries(value)) yield* leavesOf(each, [...path, name]);
}
