import { readFile } from 'node:fs/promises';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contractHistoryText, contractReportText } from '#main/services/contract/pure/index.ts';
import { contractHistoryFormats, contractReportFormats } from '#shared/api/contract.ts';
import { contractEntrySchema, lintReportSchema } from '#shared/contract/index.ts';
import { finding, reportOf } from './findings.ts';
import { sarifShape } from './sarif-shape.ts';

const rules = [
  {
    id: 'CC-022',
    title: 'Former device authentication policy',
    date: '2021-12-16',
    entries: ['2021-12-16-device-authentication-policies'],
    severity: 'warning',
    source: 'spec',
    detection: 'Looks for the former path.',
    replacement: 'Use the plural.',
  },
] as const;

const unread = {
  code: 'contract.unreadable',
  severity: 'error' as const,
  message: 'b.har cannot be read at line 2.',
  fix: 'Export it again.',
  location: { file: 'b.har', line: 2, column: 7 },
};
const ignored = { reason: 'goes next month', until: '2027-01-01', by: 'file' } as const;
const report = reportOf(
  [
    finding({
      severity: 'error',
      id: 'CC-001',
      key: 'k0',
      message: 'There is no in.',
      location: { file: 'a b/#1.har', entry: 4, line: 9 },
    }),
    finding(),
    finding({ severity: 'info', id: 'CC-018', key: 'k1', location: { file: 'activity', exchangeId: 'x-1' } }),
    finding({ key: 'k2', ignored, location: { file: 'a.json', line: 9, column: 1, pointer: '/a/0' } }),
    finding({ key: 'k3', ignored: { reason: 'in place', until: null, by: 'comment' } }),
  ],
  { errors: [unread] },
);
const clean = reportOf([]);

const hostile = [
  '</failure><script>alert(1)</script>',
  '"\' onmouseover="alert(1)',
  ']]> <!-- &amp; <![CDATA[',
  'a | b \\| c\n| x | y |\r\n\r\n# heading\n- item',
  '[x](javascript:alert(1)) ![i](https://evil.example/i.png) `code`',
  '\u0000\u001b[31m\u202egnp.exe\u202c \ud800 \uffff 😀',
];
const hostileReports = hostile.map((text) =>
  reportOf(
    report.findings.map((each) => ({
      ...each,
      title: text,
      message: text,
      replacement: text,
      subject: text,
      key: text,
      location: { ...each.location, file: text, pointer: text },
      ignored: each.ignored === null ? null : { ...each.ignored, reason: text },
    })),
    { errors: [{ ...unread, message: text, fix: text, location: { file: text } }] },
  ),
);

const textOf = (of: typeof report, format: (typeof contractReportFormats)[number]) =>
  contractReportText(of, format, rules).text;

describe('the file of a report', () => {
  test.each(contractReportFormats)('%s has a name and is well-formed Unicode', (format) => {
    for (const each of [report, clean, ...hostileReports]) {
      const { fileName, text, mediaType } = contractReportText(each, format, rules);
      expect(fileName).toMatch(/^contract-2022-06-06\.[a-z.]+$/);
      expect(mediaType).toMatch(/^[a-z]+\/[a-z+]+$/);
      expect(text.isWellFormed()).toBe(true);
      expect(text.endsWith('\n')).toBe(true);
    }
  });

  test.each(contractReportFormats)('%s gives the same text for the same report', (format) => {
    expect(textOf(structuredClone(report), format)).toBe(textOf(report, format));
  });
});

describe('the text for a terminal', () => {
  test('has what could not be read first, a line a finding, then counts and coverage', () => {
    expect(textOf(report, 'text').split('\n')).toEqual([
      'b.har:2:7: error contract.unreadable b.har cannot be read at line 2.',
      'a b/#1.har:9 (entry 4): error CC-001 There is no in. Use the plural.',
      'a.json:3:5: warning CC-022 The path is deprecated. Use the plural.',
      'activity (exchange x-1): info CC-018 The path is deprecated. Use the plural.',
      'Contract of 2022-06-06: 1 error, 1 warning, 1 note; 2 ignored; 1 artefact could not be read.',
      '12 of 14 requests matched a known endpoint, in 2 artefacts; 0 went to other hosts, 3 to hosts outside the platform.',
      '1 of 4 rules were applicable; 1 are not detectable, 1 are off.',
      '',
    ]);
  });

  test('what could not be read never reads as clean', () => {
    expect(textOf(clean, 'text')).toContain('no findings.');
    expect(textOf(reportOf([], { errors: [unread] }), 'text')).toContain('1 artefact could not be read');
  });

  test('a text has no line of its own to fill, and no control character', () => {
    for (const each of hostileReports) {
      const text = textOf(each, 'text');
      expect(text.split('\n')).toHaveLength(textOf(report, 'text').split('\n').length);
      for (const unseen of ['\u0000', '\u001b', '\u202e', '\r']) expect(text).not.toContain(unseen);
    }
  });
});

describe('the JSON report', () => {
  test('is the report, with members in the order of the schema, whatever their order was', () => {
    const turned = Object.fromEntries(Object.entries(report).toReversed()) as unknown as typeof report;
    const parsed = JSON.parse(textOf(turned, 'json'));
    expect(Object.keys(parsed)).toEqual([
      'contractDate',
      'standing',
      'gaps',
      'findings',
      'coverage',
      'errors',
      'omitted',
    ]);
    expect(Object.keys(parsed.findings[0])).toEqual([
      'id',
      'severity',
      'title',
      'message',
      'replacement',
      'subject',
      'location',
      'artefact',
      'date',
      'entries',
      'source',
      'holds',
      'key',
      'fix',
      'ignored',
    ]);
    expect(lintReportSchema.parse(parsed)).toEqual(report);
  });

  test.each(contractReportFormats)('%s names a fix, but holds no text of the artefact', (format) => {
    const fix = { title: 'Use the plural', edits: [{ at: 1, length: 3, text: 'token=hunter2' }] };
    const text = textOf(reportOf([finding({ fix })]), format);
    expect(text).not.toContain('hunter2');
    if (format === 'json')
      expect(JSON.parse(text).findings[0].fix).toEqual({ title: 'Use the plural', edits: [] });
  });
});

describe('the SARIF report', () => {
  const runOf = (of: typeof report) => {
    const [run] = sarifShape.parse(JSON.parse(textOf(of, 'sarif'))).runs;
    if (run === undefined) throw new Error('There is no run.');
    return run;
  };

  test('has the shape that the schema asks for, whatever the texts are', () => {
    for (const each of [report, clean, ...hostileReports])
      expect(runOf(each).results).toHaveLength(each.findings.length);
  });

  test('has rules with help, and results with level, place and fingerprint', () => {
    const run = runOf(report);
    expect(run.tool.driver.rules[0]?.help.text).toContain('Looks for the former path.\n\nUse the plural.');
    expect(run.results.map(({ ruleId, level: of }) => [ruleId, of])).toEqual([
      ['CC-001', 'error'],
      ['CC-022', 'warning'],
      ['CC-018', 'note'],
      ['CC-022', 'warning'],
      ['CC-022', 'warning'],
    ]);
    expect(run.results[1]).toMatchObject({
      ruleIndex: 0,
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a.json' },
            region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
          },
        },
      ],
    });
    expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('a%20b/%231.har');
    const prints = run.results.map(({ partialFingerprints }) => partialFingerprints['contractFinding/v1']);
    expect(new Set(prints).size).toBe(5);
  });

  test('what is ignored is suppressed, and says why', () => {
    expect(runOf(report).results.map(({ suppressions }) => suppressions)).toEqual([
      [],
      [],
      [],
      [{ kind: 'external', status: 'accepted', justification: 'goes next month (until 2027-01-01)' }],
      [{ kind: 'inSource', status: 'accepted', justification: 'in place' }],
    ]);
  });

  test('a file that could not be read makes it a run that did not succeed', () => {
    expect(runOf(clean).invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
    expect(runOf(report).invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            level: 'error',
            descriptor: { id: 'contract.unreadable' },
            message: { text: 'b.har cannot be read at line 2. Export it again.' },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'b.har' },
                  region: { startLine: 2, startColumn: 7 },
                },
              },
            ],
          },
        ],
      },
    ]);
  });
});

/** Parses XML; anything that is not well-formed throws. */
function parseXml(text: string) {
  const onError = (problem: string) => {
    throw new Error(problem);
  };
  const errorHandler = { warning: onError, error: onError, fatalError: onError };
  return new DOMParser({ errorHandler }).parseFromString(text, 'application/xml');
}

describe('the JUnit report', () => {
  const suitesOf = (of: typeof report) => {
    const suites = parseXml(textOf(of, 'junit')).getElementsByTagName('testsuite');
    return Array.from({ length: suites.length }, (_, index) => {
      const suite = suites.item(index);
      const counts = ['name', 'tests', 'failures', 'errors', 'skipped'].map((name) =>
        suite?.getAttribute(name),
      );
      return [...counts, suite?.getElementsByTagName('testcase').length];
    });
  };

  test('has a suite a file, failures, and errors for what could not be read', () => {
    expect(suitesOf(report)).toEqual([
      ['a b/#1.har', '1', '1', '0', '0', 1],
      ['a.json', '3', '1', '0', '2', 3],
      ['activity', '1', '0', '0', '0', 1],
      ['b.har', '1', '0', '1', '0', 1],
      ['coverage', '1', '0', '0', '0', 1],
    ]);
    const document = parseXml(textOf(report, 'junit'));
    expect(document.getElementsByTagName('error').item(0)?.getAttribute('type')).toBe('contract.unreadable');
    expect(document.getElementsByTagName('failure').item(1)?.textContent).toContain('a.json:3:5');
    expect(document.getElementsByTagName('skipped').item(0)?.getAttribute('message')).toBe(
      'Ignored: goes next month',
    );
    const all = document.documentElement;
    expect(['tests', 'failures', 'errors', 'skipped'].map((name) => all.getAttribute(name))).toEqual([
      '7',
      '2',
      '1',
      '2',
    ]);
  });

  test('a clean run has a test that passes and says what was covered', () => {
    expect(suitesOf(clean)).toEqual([['coverage', '1', '0', '0', '0', 1]]);
    expect(textOf(clean, 'junit')).toContain('12 of 14 requests matched a known endpoint');
  });

  test('is well-formed, whatever the texts are', () => {
    for (const each of hostileReports) {
      const document = parseXml(textOf(each, 'junit'));
      expect(document.getElementsByTagName('testcase')).toHaveLength(7);
      expect(document.getElementsByTagName('script')).toHaveLength(0);
    }
  });
});

describe('the Markdown report', () => {
  const cellsOf = (of: typeof report) =>
    textOf(of, 'markdown')
      .split('\n')
      .map((line) => (line.startsWith('|') ? line.split('|').length : line.slice(0, 2)));

  test('has findings, what is ignored with its reason, and coverage', () => {
    const text = textOf(report, 'markdown');
    expect(text).toContain(
      '| CC-022 | warning | 2021-12-16 | a.json:3:5 | The path is deprecated. | Use the plural. |',
    );
    expect(text).toContain(
      '| CC-022 | a.json:9:1 | The path is deprecated. | goes next month | 2027-01-01 |',
    );
    expect(text).toContain('| b.har | b.har cannot be read at line 2. | Export it again. |');
    expect(text).toContain('| GET /environments/{}/things | 2 |');
  });

  test('has the same rows and cells whatever stands in them', () => {
    for (const each of hostileReports) {
      expect(cellsOf(each)).toEqual(cellsOf(report));
      expect(textOf(each, 'markdown')).not.toMatch(/<script|(?<!\\)\]\(|(?<!\\)!\[|`/);
    }
  });
});

describe('the history as a file', async () => {
  const file = new URL('../../../../../../../resources/contract/entries.json', import.meta.url);
  const entries = z.array(contractEntrySchema).parse(JSON.parse(await readFile(file, 'utf8')));
  const chosen = [
    '2019-01-28-flow-status',
    '2022-01-13-custom-predictors-in-details',
    '2022-03-07-hybrid-flow',
  ];
  const write = (ids: readonly string[], format: (typeof contractHistoryFormats)[number]) =>
    contractHistoryText({ entries }, ids, format);

  test('as Markdown it is a changelog, a section a year, the newest first', () => {
    const { text, fileName } = write(chosen, 'markdown');
    expect(fileName).toBe('contract-history.md');
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# History of the contract',
      '## 2022',
      '### 2022-03-07 Hybrid-flow authorization requests',
      '### 2022-01-13 No custom risk predictors in the details list',
      '## 2019',
      '### 2019-01-28 Flow service drops the step sub-resource',
    ]);
    expect(text).toContain('- removed, sign-on, operation-removed');
    expect(text).toContain('- Rules: CC-004');
  });

  test('as JSON it has the entries as they are', () => {
    const parsed = JSON.parse(write(chosen, 'json').text);
    expect(parsed).toEqual({ entries: entries.filter(({ id }) => chosen.includes(id)) });
    expect(parsed.entries).toHaveLength(3);
  });

  test.each(contractHistoryFormats)('%s of everything has every entry once', (format) => {
    const { text } = write(
      entries.map(({ id }) => id),
      format,
    );
    const marks = format === 'json' ? text.match(/"title": /g) : text.match(/^### /gm);
    expect(marks).toHaveLength(89);
  });
});
