import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { attackReportText } from '#main/services/attacks/pure/reports/index.ts';
import { attackFormats } from '#shared/api/attacks.ts';
import type { AttackReport, CaseReport, ExchangeEvidence, Verdict } from '#shared/attacks/index.ts';

const hostile = [
  '</td></details><script>alert(1)</script>',
  '"\' onmouseover="alert(1)',
  ']]> <!-- &amp; &#0; --> <![CDATA[',
  'a | b \\| c \\\\| d\n| x | y |\r\n\r\n# heading\n- item',
  '`code` **bold** [x](javascript:alert(1)) ![i](https://evil.example/i.png)',
  'https://evil.example www.evil.example ann@evil.example $x$',
  '\u0000\u001b[31m\u202egnp.exe\u202c \ud800 \uffff 😀',
];

function caseOf(id: string, verdict: Verdict, text = 'plain'): CaseReport {
  const outcome = verdict === 'FAILED' || verdict === 'WARNING' ? 'broken' : 'review';
  const hasChecks = ['FAILED', 'WARNING', 'REVIEW'].includes(verdict);
  const line = `GET /as/authorize?x=${text}`;
  const played = { exchanges: [{ stepId: text, exchangeId: 'x-1', line, status: 400 }] };
  return {
    id,
    title: `Title ${text}`,
    group: `Group ${text}`,
    severity: 'high',
    clauses: ['RFC 6749 §4.1.2', `Odd clause ${text}`],
    cwe: [294],
    verdict,
    reason: hasChecks || verdict === 'PASSED' ? '' : `reason ${text}`,
    explain: `explained ${text}`,
    fix: `fix ${text}`,
    durationMillis: 1_500,
    variants: [
      {
        name: text,
        verdict,
        reason: '',
        checks: hasChecks
          ? [{ outcome, isShould: false, step: text, expected: `wants ${text}`, actual: `got ${text}` }]
          : [],
        control: played,
        mutant: played,
      },
    ],
  };
}

function reportOf(cases: readonly CaseReport[], text = 'Hosted server'): AttackReport {
  return {
    target: text,
    profile: 'training',
    weaknesses: ['code-reusable'],
    startedAtMillis: Date.parse('2026-03-01T10:00:00Z'),
    durationMillis: 4_000,
    cases: [...cases],
  };
}

const verdictsOfAll: readonly Verdict[] = [
  'FAILED',
  'WARNING',
  'REVIEW',
  'PASSED',
  'SKIPPED',
  'INCONCLUSIVE',
];
const oneOfEach = reportOf(verdictsOfAll.map((verdict, index) => caseOf(`AC-0${index + 1}`, verdict)));
const hostileReports = hostile.map((text) =>
  reportOf(
    verdictsOfAll.map((verdict, index) => caseOf(`AC-0${index + 1}`, verdict, text)),
    text,
  ),
);

/** Parses XML; anything that is not well-formed throws. */
function parseXml(text: string) {
  const onError = (message: string) => {
    throw new Error(message);
  };
  const errorHandler = { warning: onError, error: onError, fatalError: onError };
  return new DOMParser({ errorHandler }).parseFromString(text, 'application/xml');
}

// XML 1.0 §2.2.
const isXmlText = (text: string) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);

function evidenceOf(text: string): ExchangeEvidence {
  const headers: [string, string][] = [
    ['Host', text],
    [text, text],
  ];
  return {
    stepId: text,
    exchangeId: 'x-1',
    request: { method: 'POST', target: `/token?x=${text}`, headers, body: `a=${text}` },
    response: { status: 200, reason: text, headers, body: text },
    failure: '',
  };
}

/** A report in which everything that is noted is proved by an exchange. */
function proved(text: string): AttackReport {
  const cases = verdictsOfAll.map((verdict, index) => caseOf(`AC-0${index + 1}`, verdict, text));
  const withProof = cases.map((each) => ({
    ...each,
    variants: each.variants.map((variant) =>
      each.verdict === 'PASSED' ? variant : { ...variant, evidence: [evidenceOf(text)] },
    ),
  }));
  return reportOf(withProof, text);
}

describe('every report', () => {
  const order = ['AC-01', 'AC-06', 'AC-02', 'AC-03', 'AC-04', 'AC-05'];
  const placesIn = (text: string) => order.map((id) => text.lastIndexOf(id));
  const two: readonly CaseReport[] = [
    { ...caseOf('PW-09', 'PASSED'), severity: 'critical' },
    { ...caseOf('RU-09', 'FAILED'), severity: 'low' },
    { ...caseOf('TE-09', 'FAILED'), severity: 'critical' },
  ];

  test.each(['html', 'markdown', 'json'] as const)(
    '%s has FAILED first, then what is open, the gravest before others',
    (format) => {
      const found = placesIn(attackReportText(oneOfEach, format).text);
      expect(found).toEqual(found.toSorted((one, other) => one - other));
      const { text } = attackReportText(reportOf(two), format);
      const [critical, low, passed] = ['TE-09', 'RU-09', 'PW-09'].map((id) => text.lastIndexOf(id));
      expect(critical).toBeLessThan(low ?? 0);
      expect(low).toBeLessThan(passed ?? 0);
    },
  );

  test('SARIF and JUnit have the gravest first as well', () => {
    const { results } = JSON.parse(attackReportText(reportOf(two), 'sarif').text).runs[0];
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['TE-09', 'RU-09']);
    const names = [...attackReportText(reportOf(two), 'junit').text.matchAll(/ name="([A-Z]{2}-09)/g)];
    expect(names.map(([, id]) => id)).toEqual(['TE-09', 'RU-09', 'PW-09']);
  });

  test('a summary stands on top: counts, the gravest, target, settings and how long it took', () => {
    const html = attackReportText(reportOf(two), 'html').text;
    const summary = html.slice(html.indexOf('<h1>'), html.indexOf('<h2>'));
    const markdown = attackReportText(reportOf(two), 'markdown').text.split('## ')[0];
    for (const text of ['critical (TE-09)', 'Hosted server', 'profile training', '4 s']) {
      expect(summary).toContain(text);
      expect(markdown).toContain(text);
    }
    expect(markdown).toContain('2 FAILED, 1 PASSED');
    expect(JSON.parse(attackReportText(reportOf(two), 'json').text).summary).toMatchObject({
      gravest: 'critical (TE-09)',
      FAILED: 2,
    });
  });

  test('a finding has its request and response, and what passed is one line', () => {
    const report = proved('plain');
    for (const format of ['html', 'markdown', 'junit'] as const) {
      const { text } = attackReportText(report, format);
      expect(text).toContain('POST /token?x=plain HTTP/1.1\n');
      expect(text).toContain('HTTP/1.1 200 plain\n');
    }
    const [first] = JSON.parse(attackReportText(report, 'sarif').text).runs[0].results;
    expect(first.webRequest).toMatchObject({
      method: 'POST',
      target: '/token?x=plain',
      body: { text: 'a=plain' },
    });
    expect(first.webResponse).toMatchObject({ statusCode: 200, headers: { Host: 'plain', plain: 'plain' } });
    expect(JSON.parse(attackReportText(report, 'json').text).cases[0].variants[0].evidence).toHaveLength(1);
    const size = (count: number) => {
      const passed = Array.from({ length: count }, (_unused, index) => caseOf(`AC-${index + 10}`, 'PASSED'));
      return attackReportText(reportOf(passed), 'html').text.length;
    };
    expect((size(50) - size(10)) / 40).toBeLessThan(350);
  });

  test('a run of an earlier version, without evidence, is a report too', () => {
    for (const format of attackFormats)
      expect(attackReportText(oneOfEach, format).text).not.toMatch(/Evidence|webRequest|undefined/);
  });

  test('evidence is text whatever stands in it', () => {
    const tags = (text: string) =>
      attackReportText(proved(text), 'html')
        .text.match(/<[^>]*>/g)
        ?.map((tag) => tag.split(/[\s>]/)[0]);
    for (const text of hostile) {
      expect(tags(text)).toEqual(tags('plain'));
      expect(attackReportText(proved(text), 'html').text).not.toMatch(/<[a-z]+[^>]*\son[a-z]+=/i);
      const junit = attackReportText(proved(text), 'junit').text;
      expect(isXmlText(junit)).toBe(true);
      expect(parseXml(junit).getElementsByTagName('script').length).toBe(0);
      const markdown = attackReportText(proved(text), 'markdown').text.split('\n');
      // A line of a message is indented: it can end neither the block nor begin anything.
      const others = markdown.filter((line) => !line.startsWith('    '));
      const plain = attackReportText(proved('plain'), 'markdown').text.split('\n');
      expect(others.filter((line) => line !== '').length).toBe(
        plain.filter((line) => !line.startsWith('    ') && line !== '').length,
      );
      expect(
        others.join('\n').replaceAll(/\]\(<https:\/\/(?:www\.rfc-editor|cwe\.mitre)\.org[^>]*>\)/g, ''),
      ).not.toMatch(/<[a-z/!]/i);
    }
  });
});

describe('the file of a report', () => {
  test.each(attackFormats)('%s has a name that every file system takes', (format) => {
    for (const report of [oneOfEach, ...hostileReports]) {
      const { fileName, text } = attackReportText(report, format);
      expect(fileName).toMatch(/^attacks-[a-z0-9-]+-2026-03-01\.[a-z.]+$/);
      expect(text.isWellFormed()).toBe(true);
    }
  });
});

describe('the HTML report', () => {
  test('says expected and actual, runs no script and loads nothing', () => {
    const { text, mediaType } = attackReportText(oneOfEach, 'html');
    expect(mediaType).toBe('text/html');
    expect(text).toContain('<code>wants plain</code>');
    expect(text).toContain('<code>got plain</code>');
    expect(text).toContain('href="https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2"');
    expect(text).toContain(`content="default-src 'none';`);
    expect(text).not.toMatch(/<script|<img|<link|src=|@import|url\(/i);
  });

  test('has the same elements whatever the texts are', () => {
    const tagsOf = (report: AttackReport) =>
      attackReportText(report, 'html')
        .text.match(/<[^>]*>/g)
        ?.map((tag) => tag.split(/[\s>]/)[0]);
    const plain = tagsOf(oneOfEach);
    const grouped = (report: AttackReport) => ({
      ...report,
      cases: report.cases.map((each) => ({ ...each })),
    });
    for (const report of hostileReports) expect(tagsOf(grouped(report))).toEqual(plain);
  });

  test('gives no text a place in an attribute of its own', () => {
    for (const report of hostileReports)
      expect(attackReportText(report, 'html').text).not.toMatch(/<[a-z]+[^>]*\son[a-z]+=/i);
  });
});

describe('the Markdown report', () => {
  const rowsOf = (report: AttackReport) =>
    attackReportText(report, 'markdown')
      .text.split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').length);

  test('has the same rows and cells whatever stands in them', () => {
    for (const report of hostileReports) expect(rowsOf(report)).toEqual(rowsOf(oneOfEach));
  });

  test('has the same lines, and no mark-up of a text', () => {
    const lines = (report: AttackReport) => attackReportText(report, 'markdown').text.split('\n');
    for (const report of hostileReports) {
      expect(lines(report).length).toBe(lines(oneOfEach).length);
      const rest = lines(report)
        .join('\n')
        .replaceAll(/\]\(<https:\/\/(?:www\.rfc-editor|cwe\.mitre)\.org[^>]*>\)/g, '');
      expect(rest).not.toMatch(/<[a-z/!]/i);
      expect(rest).not.toMatch(/https?:\/\/evil|www\.evil|ann@/);
      expect(rest).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(|`/);
    }
  });

  test('says expected and actual of a finding', () => {
    expect(attackReportText(oneOfEach, 'markdown').text).toContain(
      '| plain | plain | wants plain | got plain |',
    );
  });
});

describe('the JUnit report', () => {
  test('has a suite a group and a test a case, with what each came to', () => {
    const document = parseXml(attackReportText(oneOfEach, 'junit').text);
    const suite = document.getElementsByTagName('testsuite').item(0);
    expect(suite?.getAttribute('name')).toBe('Group plain');
    expect(['tests', 'failures', 'errors', 'skipped'].map((name) => suite?.getAttribute(name))).toEqual([
      '6',
      '1',
      '1',
      '1',
    ]);
    const failure = document.getElementsByTagName('failure').item(0);
    expect(failure?.textContent).toContain('Expected: wants plain');
    expect(failure?.textContent).toContain('Received: got plain');
    expect(document.getElementsByTagName('error').item(0)?.textContent).toContain('reason plain');
    expect(document.getElementsByTagName('skipped').item(0)?.getAttribute('message')).toBe('reason plain');
    expect(document.getElementsByTagName('testcase').item(0)?.getAttribute('name')).toBe('AC-01 Title plain');
  });

  test('is well-formed whatever the texts are, and keeps what can be said of them', () => {
    for (const [index, report] of hostileReports.entries()) {
      const { text } = attackReportText(report, 'junit');
      expect(isXmlText(text)).toBe(true);
      const document = parseXml(text);
      expect(document.getElementsByTagName('testcase').length).toBe(6);
      expect(document.getElementsByTagName('script').length).toBe(0);
      const kept = document.getElementsByTagName('failure').item(0)?.textContent ?? '';
      if (index < 3) expect(kept).toContain(`Expected: wants ${hostile[index]}`);
    }
  });
});

describe('the SARIF report', () => {
  const logOf = (report: AttackReport) => JSON.parse(attackReportText(report, 'sarif').text);

  test('is SARIF 2.1.0 with a rule a case, and results for what needs attention', () => {
    const log = logOf(oneOfEach);
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run.tool.driver.name).toBe('Gatehouse');
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(
      oneOfEach.cases.map(({ id }) => id),
    );
    expect(run.tool.driver.rules[0].helpUri).toBe('https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2');
    expect(run.tool.driver.rules[0].help.text).toContain('RFC 6749 §4.1.2');
    expect(run.tool.driver.rules[0].properties.tags).toContain('external/cwe/cwe-294');
    expect(
      run.results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level]),
    ).toEqual([
      ['AC-01', 'error'],
      ['AC-02', 'warning'],
      ['AC-03', 'note'],
    ]);
  });

  test('names what could not be found out as notifications, not as results', () => {
    const [invocation] = logOf(oneOfEach).runs[0].invocations;
    expect(invocation.executionSuccessful).toBe(true);
    expect(invocation.toolExecutionNotifications).toMatchObject([
      {
        associatedRule: { id: 'AC-06', index: 5 },
        message: { text: expect.stringContaining('reason plain') },
      },
    ]);
  });

  test('points each result at its rule, and has a message everywhere', () => {
    for (const report of [oneOfEach, ...hostileReports]) {
      const [run] = logOf(report).runs;
      for (const result of run.results) {
        expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
        expect(['error', 'warning', 'note']).toContain(result.level);
        expect(result.message.text).not.toBe('');
        expect(result.locations[0].logicalLocations[0].fullyQualifiedName).not.toBe('');
      }
      for (const rule of run.tool.driver.rules) expect(rule.shortDescription.text).not.toBe('');
    }
  });
});

describe('the JSON report', () => {
  test('has the counts, and every case with its variants as they came', () => {
    const document = JSON.parse(attackReportText(oneOfEach, 'json').text);
    expect(document).toMatchObject({
      target: 'Hosted server',
      profile: 'training',
      weaknesses: ['code-reusable'],
      summary: { total: 6, PASSED: 1, FAILED: 1, WARNING: 1, REVIEW: 1, SKIPPED: 1, INCONCLUSIVE: 1 },
    });
    expect(document.cases[0]).toMatchObject({
      id: 'AC-01',
      verdict: 'FAILED',
      variants: [{ checks: [{ expected: 'wants plain', actual: 'got plain' }] }],
    });
  });
});
