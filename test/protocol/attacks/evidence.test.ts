import { expect, test } from 'vitest';
import { attackReportText } from '#main/services/attacks/pure/reports/index.ts';
import { attackFormats } from '#shared/api/attacks.ts';
import { mask } from '#shared/exchange/index.ts';
import { tokenPath } from '#shared/oauth/index.ts';
import { attackHosted } from '#test/support/attacks.ts';

test('a failed case shows the request and the response that prove it, and keeps every secret to itself', {
  timeout: 120_000,
}, async () => {
  const sent: string[] = [];
  const report = await attackHosted({
    profile: 'training',
    weaknesses: {
      authorizationServer: [
        'code-reusable',
        'password-tells-names',
        'client-secret-not-compared',
        'redirect-uri-any',
      ],
    },
    only: ['AC-01', 'AC-02', 'PW-01', 'CA-01', 'CA-04', 'CA-08', 'RU-05', 'UI-01', 'UI-02', 'UI-03'],
    onRecord: ({ target, requestHeaders, requestBody, responseHeaders, responseBody }) =>
      void sent.push(
        [target, ...requestHeaders, ...responseHeaders, String(requestBody), String(responseBody)].join('\n'),
      ),
  });
  const failed = report.cases.filter(({ verdict }) => verdict === 'FAILED');
  expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(['AC-01', 'PW-01', 'CA-08', 'RU-05']));
  for (const { variants } of failed)
    for (const { verdict, evidence } of variants)
      if (verdict === 'FAILED') expect(evidence?.length).toBeGreaterThan(0);
  const passed = report.cases.filter(({ verdict }) => verdict === 'PASSED');
  expect(passed.flatMap(({ variants }) => variants.flatMap(({ evidence = [] }) => evidence))).toEqual([]);
  const [twice] = failed.find(({ id }) => id === 'AC-01')?.variants[0]?.evidence ?? [];
  expect(twice?.request).toMatchObject({ method: 'POST', target: tokenPath });
  expect(twice?.request.body).toContain(`code=${mask}`);
  expect(twice?.response?.body).toContain(`"access_token":"${mask}"`);
  // Each value that stood at a secret name in any exchange of the run.
  const all = sent.join('\n');
  const secrets = [
    ...all.matchAll(/(?:^|[?&])(?:code|client_secret|password|code_verifier)=([^&\s"<]{6,})/gm),
    ...all.matchAll(/"(?:access_token|refresh_token|id_token)":"([^"]+)"/g),
    ...all.matchAll(/as_session=([\w-]{16,})/g),
    ...all.matchAll(/(?:Basic|Bearer) ([A-Za-z0-9+/=._~-]{8,})/g),
  ].map(([, value = '']) => value);
  expect(secrets.length).toBeGreaterThan(20);
  for (const format of attackFormats) {
    const { text } = attackReportText(report, format);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
});
