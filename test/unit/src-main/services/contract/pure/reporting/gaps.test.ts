import { describe, expect, test } from 'vitest';
import { contractReportText } from '#main/services/contract/pure/index.ts';
import type { contractReportFormats } from '#shared/api/contract.ts';
import { coverage, finding, reportOf } from './findings.ts';

const clean = reportOf([]);
const textOf = (of: ReturnType<typeof reportOf>, format: (typeof contractReportFormats)[number]) =>
  contractReportText(of, format, []).text;

describe('a report with nothing found and something that was not looked at', () => {
  const gaps = {
    omitted: reportOf([], { omitted: 3 }),
    skipped: reportOf([], { coverage: { ...coverage, skipped: 9_700 } }),
    hosts: reportOf([], {
      coverage: { ...coverage, hosts: [{ host: 'api.vendor.example', count: 27, isTold: false }] },
    }),
    files: reportOf([], { coverage: { ...coverage, notRead: { count: 1, files: ['load.rb'] } } }),
    untold: reportOf([], {
      coverage: {
        ...coverage,
        untold: { count: 1, places: [{ file: 'load.py', line: 3, text: 'requests.get(url)' }] },
      },
    }),
  };
  const said = {
    omitted: '3 more findings were omitted.',
    skipped: '9700 live requests were not linted.',
    hosts:
      '27 requests to other hosts were not linted: api.vendor.example (27). If api.vendor.example is the platform',
    files: '1 file in an unsupported format: load.rb.',
    untold: '1 request cannot be determined: load.py:3 requests.get(url).',
  };

  test.each(Object.keys(gaps) as (keyof typeof gaps)[])('does not say that nothing breaks: %s', (kind) => {
    const open = gaps[kind];
    const text = textOf(open, 'text');
    expect(text).toContain('no findings in the linted part; coverage is incomplete.');
    expect(text).toContain(said[kind]);
    expect(JSON.parse(textOf(open, 'json'))).toMatchObject({ standing: 'open', gaps: [{ kind }] });
    expect(textOf(open, 'junit')).toContain('<error message="Contract of 2022-06-06: no findings in the');
    expect(textOf(open, 'sarif')).toContain('"executionSuccessful": false');
    expect(textOf(open, 'markdown')).toContain('## Not linted');
  });

  test('one of a kind is spoken of as one', () => {
    const hosts = [{ host: 'api.vendor.example', count: 1, isTold: false }];
    const one = textOf(reportOf([], { omitted: 1, coverage: { ...coverage, skipped: 1, hosts } }), 'text');
    expect(one).toContain('1 more finding was omitted.');
    expect(one).toContain('1 live request was not linted.');
    expect(one).toContain('1 request to other hosts was not linted: api.vendor.example (1).');
  });

  test('hosts that are known not to be the platform are counted apart from those that are asked about', () => {
    const hosts = [
      { host: 'api.vendor.example', count: 27, isTold: false },
      { host: '127.0.0.1:9034', count: 3, isTold: true },
    ];
    const text = textOf(reportOf([], { coverage: { ...coverage, otherHosts: 30, hosts } }), 'text');
    expect(text).toContain('27 requests to other hosts were not linted');
    expect(text).toContain('; 27 went to other hosts, 3 to hosts outside the platform.');
  });

  test('one in which all was looked at says so', () => {
    expect(textOf(clean, 'text')).toContain('Contract of 2022-06-06: no findings.\n');
    expect(JSON.parse(textOf(clean, 'json'))).toMatchObject({ standing: 'clean', gaps: [] });
  });
});

test('a live finding says how often it was seen, and when', () => {
  const repeats = {
    count: 10_000,
    firstAt: '2026-06-01T00:00:00.000Z',
    lastAt: '2026-06-01T00:00:09.999Z',
  };
  const location = { file: 'activity', exchangeId: 'x-1', endpoint: 'GET /environments/{}/users' };
  const live = reportOf([finding({ location, repeats })]);
  for (const format of ['text', 'markdown', 'junit'] as const)
    expect(textOf(live, format)).toContain(
      'Seen 10000 times, 2026-06-01T00:00:00.000Z to 2026-06-01T00:00:09.999Z.',
    );
  expect(textOf(live, 'sarif')).toContain('"occurrenceCount": 10000');
});
