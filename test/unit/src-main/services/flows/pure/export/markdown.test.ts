import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ExportedRun,
  type ExportedStep,
  runToMarkdown,
} from '#main/services/flows/pure/export/index.ts';
import { fenced, inlineCode, words } from '#main/services/flows/pure/export/markdown-text.ts';
import { diagramLabel, sequenceDiagram } from '#main/services/flows/pure/export/mermaid.ts';
import type { ExchangeView } from '#shared/api/index.ts';
import { mask } from '#shared/exchange/index.ts';
import { property } from '#test/support/property.ts';

const step: ExportedStep = {
  number: 1,
  from: 'client',
  to: 'as',
  method: 'POST',
  path: '/as/token.oauth2',
  state: 'done',
  status: 200,
  remark: '',
  edits: '',
  exchange: null,
};

const exchange: ExchangeView = {
  id: 'x',
  side: 'client',
  service: 'flowDebugger',
  startedAtMillis: 0,
  durationMicros: 1,
  method: 'POST',
  target: `/as/token.oauth2?code=${mask}`,
  status: 200,
  remark: '',
  rule: '',
  tags: [],
  origin: 'https://as.example',
  request: {
    headers: [{ name: 'Authorization', value: `Basic ${mask}`, secret: 'stored' }],
    fields: [],
    text: 'grant_type=client_credentials',
    mediaType: 'application/x-www-form-urlencoded',
    sizeBytes: 29,
    kept: 'whole',
  },
  response: {
    status: 200,
    reason: 'OK',
    headers: [{ name: 'Cache-Control', value: 'no-store' }],
    fields: [],
    text: `{"access_token":"${mask}"}`,
    mediaType: 'application/json',
    sizeBytes: 20,
    kept: 'truncated',
  },
  failure: null,
  trace: {
    pipeline: 'token',
    effect: 'Issued a token.',
    rules: [
      { id: 'a', rule: 'Grant type given', clause: 'RFC 6749 §4.5', outcome: 'passed' },
      { id: 'b', rule: 'Scope', clause: 'RFC 6749 §3.3', outcome: 'failed', want: 'a', got: 'b' },
    ],
  },
  faults: [],
  counterpartId: null,
};

const finished: ExportedRun = {
  number: 3,
  title: 'Client credentials',
  server: 'the hosted server',
  clientId: 'batch-job',
  username: null,
  startedAtMillis: Date.UTC(2026, 10, 20),
  state: 'passed',
  note: 'The resource server accepted the token.',
  steps: [{ ...step, exchange }],
};

/** Texts that try to be markup, and any others. */
const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme-composite' }),
  fc.constantFrom(
    '```\n# owned\n````',
    '~~~\n',
    '\r\n```\r\nowned',
    '; client->>as: owned',
    '\nclient->>as: owned',
    '%%{init: {"theme":"x"}}%%',
    '<script>alert(1)</script>',
    'end',
    '#59;owned',
    '| owned |',
    '[owned](javascript:alert(1))',
    '\u202eowned\u2028owned',
  ),
);

/** The fenced blocks of a document as a reader of CommonMark §4.5 finds them, and the lines between them. */
function blocksOf(markdown: string): {
  readonly blocks: readonly string[];
  readonly between: readonly string[];
} {
  const blocks: string[] = [];
  const between: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const [, run = ''] = /^ {0,3}(`{3,})[^`]*$/.exec(line) ?? [];
    if (fence === null && run !== '') {
      fence = run;
      blocks.push('');
    } else if (fence !== null && /^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length)
      fence = null;
    else if (fence === null) between.push(line);
    else blocks[blocks.length - 1] += `${line}\n`;
  }
  expect(fence).toBeNull();
  return { blocks, between };
}

describe('a run as Markdown', () => {
  test('has its sequence, each request and answer, the server’s decisions and what was redacted', () => {
    const { text, redacted } = runToMarkdown(finished, new Map());
    expect(text).toContain('# Run 3\\: Client credentials');
    expect(text).toContain('| Outcome | passed\\. The resource server accepted the token\\. |');
    expect(blocksOf(text).blocks).toEqual([
      'sequenceDiagram\n    participant client as Client\n    participant as as Authorization server\n' +
        '    client->>as: 1 POST /as/token.oauth2\n    as->>client: 200\n',
      'POST /as/token.oauth2?code=REDACTED HTTP/1.1\nAuthorization: Basic REDACTED\n\ngrant_type=client_credentials\n',
      'HTTP/1.1 200 OK\nCache-Control: no-store\n\n{"access_token":"REDACTED"}\n(truncated: 20 bytes)\n',
    ]);
    expect(text).toContain('- ✓ Grant type given \\(RFC 6749 §4\\.5\\)');
    expect(text).toContain('- ✗ Scope \\(RFC 6749 §3\\.3\\)\\: expected a\\, received b');
    expect(redacted).toEqual(['query', 'Authorization', 'body']);
    expect(text).toContain('- ` Authorization `');
  });

  test('loses a secret of the run wherever it strayed to', () => {
    const strayed = {
      ...exchange,
      failure: 'refused planted-token-value',
      target: '/x?echo=planted-token-value',
    };
    const { text, redacted } = runToMarkdown(
      {
        ...finished,
        note: 'planted-token-value',
        steps: [{ ...step, exchange: strayed, remark: 'planted-token-value' }],
      },
      new Map([['access_token', 'planted-token-value']]),
    );
    expect(text).not.toContain('planted');
    expect(redacted).toContain('access_token');
  });

  property([hostileText, hostileText], { numRuns: 300 })(
    'keeps whatever a body or a name holds in its place',
    (one, other) => {
      const body = { ...exchange.request, text: one, headers: [{ name: 'X', value: other }] };
      const hostile: ExportedRun = {
        ...finished,
        title: one,
        note: other,
        steps: [
          {
            ...step,
            path: one,
            remark: other,
            edits: one,
            exchange: { ...exchange, request: body, failure: other },
          },
        ],
      };
      const { blocks, between } = blocksOf(runToMarkdown(hostile, new Map()).text);
      expect(blocks).toHaveLength(3);
      const headings = between.filter((line) => /^ {0,3}#/.test(line)).map((line) => line.split(' ')[0]);
      expect(headings).toEqual(['#', '##', '##']);
      expect(between.join('\n')).not.toMatch(/(?<!\\)[<[]/);
      expect(blocks[0]?.trimEnd().split('\n')).toHaveLength(5);
    },
  );

  test.each([
    ['a step that nobody saw', { state: 'unseen' }, 'Not observable from here'],
    ['one that has not happened', { state: 'not-reached', status: null }, 'Not reached'],
    ['one whose record is gone', { state: 'done' }, 'Nothing of it was recorded'],
  ] as const)('says of %s why there is nothing to show', (_what, changes, sentence) => {
    expect(runToMarkdown({ ...finished, steps: [{ ...step, ...changes }] }, new Map()).text).toContain(
      sentence,
    );
  });
});

describe('a sequence diagram', () => {
  const arrowsOf = (changes: Partial<ExportedStep>) =>
    sequenceDiagram([{ ...step, ...changes }])
      .split('\n')
      .slice(3)
      .map((line) => line.trim());

  test('has the lanes that take part, from left to right', () => {
    const lanes = sequenceDiagram([step, { ...step, from: 'browser' }])
      .split('\n')
      .slice(1, 4);
    expect(lanes.map((line) => line.trim().split(' ')[1])).toEqual(['browser', 'client', 'as']);
  });

  test('draws dashed what was not seen, or has not happened, and a cross where no answer came', () => {
    expect(arrowsOf({ state: 'unseen' })).toEqual(['client-->>as: 1 POST /as/token.oauth2, not seen']);
    expect(arrowsOf({ state: 'waiting', status: null })).toEqual([
      'client-->>as: 1 POST /as/token.oauth2, not reached',
    ]);
    expect(arrowsOf({ state: 'failed', status: null })).toEqual([
      'client-xas: 1 POST /as/token.oauth2, no answer',
    ]);
    expect(arrowsOf({ state: 'failed', status: 400, remark: 'invalid' })).toEqual([
      'client->>as: 1 POST /as/token.oauth2, invalid',
      'as->>client: 400',
    ]);
  });

  test('has labels of letters, digits and character codes, in which nothing ends or begins', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const label = diagramLabel(text);
        expect(label).toMatch(/^(?:[A-Za-z0-9 _./,()=?-]|#\d+;)*$/);
        expect(label).not.toMatch(/\bend\b/i);
      }),
    );
    expect(diagramLabel('a;b#c\nd')).toBe('a#59;b#35;c d');
    expect(diagramLabel('the end')).toBe('the #101;nd');
  });
});

test('code in a line, and words, hold any text', () => {
  expect(inlineCode('a`b``c')).toBe('``` a`b``c ```');
  expect(words('*a*_b_ <c>')).toBe('\\*a\\*\\_b\\_ \\<c\\>');
  expect(fenced('a\n````\nb', 'http')).toBe('`````http\na\n````\nb\n`````');
});
