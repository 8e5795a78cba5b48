import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLinter } from '#main/services/contract/pure/index.ts';
import { resourceKinds } from '#main/services/contract/pure/resource-kinds.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { contractHistory, factsOf, ruleContext } from '#test/support/contract.ts';

const templates = [
  ...contractHistory.endpoints.map(({ template }) => template),
  ...resourceKinds.flatMap((kind) => kind.templates),
  '/{}/flows/{}/step/{}',
  '/{}/as/authorize',
  '/environments/{}/riskPolicySets',
];

/** Names and values that rules look for, so that arbitrary documents come near to what they read. */
const names = fc.constantFrom(
  ...[
    'protocol type name value conditions ip_range Constructor __proto__ length min provider requests',
    'smsProvidersFallbackChain bypassPolicy language revision consentedAt body locale deliveryMethod template',
    'mappingType filter _embedded _links details scope scopes defaultLanguage icon href applications contents',
    'agreementConsents',
  ].flatMap((line) => line.split(' ')),
);
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('SAML', 'NONE', 'CUSTOM_PROVIDER', 'custom_x', 'constructor', 'a in ("b', '${OTP}${otp}'),
  fc.constantFrom('{user.x}', '${details.x}', 'x in (1,2)', 'p1:read:env:user', 'p1:reset:self:userPassword'),
);

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string({ maxLength: 8 })), tie('json'), { maxKeys: 5 }),
  ),
}));

const path = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...templates),
      fc.constantFrom('e1', '{{x}}', ':id', 'offline_pairing', '%zz', 'ü'),
    )
    .map(([template, id]) => template.replaceAll('{}', id).replaceAll('**', 'x')),
  fc.string().map((text) => `/${text}`),
);
const host = fc.constantFrom(
  'https://api.platform.example/v1',
  'https://auth.platform.example',
  '{{base}}',
  '',
);

/** Lines of a script that parses. */
const statement = fc.oneof(
  texts.map((text) => `send(${JSON.stringify(text)});`),
  fc
    .tuple(path, texts)
    .map(([url, text]) => `fetch(${JSON.stringify(url)}, { body: ${JSON.stringify(text)} });`),
  fc.constantFrom(
    'if (flow.currentStep === answer.steps) throw settings.defaultLanguage;',
    "expect(error.message).toBe('otp');",
    "await fetch(`${auth}/as/authorize`).headers.get('set-cookie');",
    'await get(`/environments/${e}/notificationsSettings`);',
    'await get(`/environments/${e}/flows/${f}`);',
  ),
);

function arbitraryRequest(value: fc.Arbitrary<JsonValue>, text: fc.Arbitrary<string>) {
  return fc.record(
    {
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
      url: fc
        .tuple(host, path, text)
        .map(([base, rest, filter]) => `${base}${rest}?client_id=c&filter=${encodeURIComponent(filter)}`),
      headers: fc.dictionary(fc.constantFrom('Content-Type', 'Cookie', 'Authorization'), text),
      form: fc.dictionary(fc.constantFrom('grant_type', 'scope', 'client_id', 'code', 'redirect_uri'), text),
      body: value,
      response: fc.record(
        {
          status: fc.constantFrom(200, 201, 400, 429),
          headers: fc.dictionary(
            fc.constantFrom('deprecation', 'sunset', 'link', 'retry-after', 'set-cookie'),
            text,
          ),
          body: value,
        },
        { requiredKeys: [] },
      ),
      startedAt: fc.constantFrom('2021-03-01T10:00:00Z', '2021-03-01T10:00:00.5Z'),
    },
    { requiredKeys: ['method', 'url'] },
  );
}

describe('whatever an artefact holds', () => {
  test('the linter goes through it, and locates all that it finds', () => {
    const artefact = fc.record(
      {
        requests: fc.array(arbitraryRequest(json, texts), { maxLength: 4 }),
        document: json,
        script: fc.array(statement).map((lines) => lines.join('\n')),
      },
      { requiredKeys: [] },
    );
    const linter = createLinter(ruleContext({ limitPerSecond: () => 1 }));
    fc.assert(
      fc.property(artefact, (fixture) => {
        const run = linter.begin();
        for (const fact of factsOf(JSON.stringify(fixture))) run.see(fact);
        const { found, targets } = run.end();
        for (const { rule, finding } of found) {
          expect(targets.has(rule.id)).toBe(true);
          expect(finding.subject.length).toBeGreaterThan(0);
          expect(finding.subject.length).toBeLessThan(200);
          expect(finding.message.length).toBeLessThan(400);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('a document as deep as a parser reads it is gone through', () => {
    const deep = JSON.parse(`${'{"conditions":'.repeat(3_000)}1${'}'.repeat(3_000)}`) as JsonValue;
    const run = createLinter(ruleContext()).begin();
    const whole = { locate: () => ({}), edit: () => null };
    run.see({ kind: 'document', value: deep, ...whole });
    expect(run.end().found).toEqual([]);
  });
});

describe('a secret in an artefact', () => {
  const secret = 'S3cr3tQzXw';
  /** Values that hold it, near to what rules speak of. */
  const secretText = fc.constantFrom(
    secret,
    `${secret}@example.org`,
    `Bearer ${secret}`,
    `ST=${secret}`,
    `actors.user.id eq "${secret}"`,
    `actors.user.id in ("${secret}", "x")`,
    `p1:read:env:user ${secret}`,
    `p1:${secret}:self:${secret}`,
    `<https://x.example/environments/e1/things/${secret}12345?token=${secret}>; rel="successor-version"`,
    `custom_${secret}`,
    `com.${secret}://x`,
  );
  const { holding } = fc.letrec<{ holding: JsonValue }>((tie) => ({
    holding: fc.oneof(
      { maxDepth: 4 },
      secretText,
      fc.array(tie('holding'), { maxLength: 3 }),
      fc.dictionary(names, tie('holding'), { maxKeys: 6 }),
    ),
  }));

  test('stands in no finding', () => {
    const artefact = fc.record({
      requests: fc.array(arbitraryRequest(holding, secretText), { maxLength: 3 }),
      document: holding,
    });
    const linter = createLinter(ruleContext({ limitPerSecond: () => 1 }));
    let findings = 0;
    fc.assert(
      fc.property(artefact, (fixture) => {
        const run = linter.begin();
        for (const fact of factsOf(JSON.stringify(fixture))) run.see(fact);
        const { found, unknown } = run.end();
        findings += found.length;
        const said = found.map(({ finding }) =>
          JSON.stringify([
            finding.message,
            finding.subject,
            finding.replacement ?? '',
            finding.fix?.title ?? '',
          ]),
        );
        expect([...said, ...unknown.keys()].filter((text) => text.includes(secret))).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(findings).toBeGreaterThan(50);
  });
});
