import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';

/** A plain exchange of the token endpoint; `changes` replaces members. */
export function exchangeDraft(changes: Partial<ExchangeDraft> = {}): ExchangeDraft {
  return {
    side: 'server',
    service: 'authorizationServer',
    origin: 'http://127.0.0.1:9031',
    startedAtMillis: 1_800_000_000_000,
    durationMicros: 1_200,
    clientPort: 40_000,
    method: 'POST',
    target: '/as/token.oauth2',
    requestHeaders: ['Content-Type', 'application/x-www-form-urlencoded', 'Authorization', 'Basic YTpi'],
    requestBody: Buffer.from('grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA'),
    status: 200,
    reason: 'OK',
    responseHeaders: ['Content-Type', 'application/json;charset=UTF-8'],
    responseBody: '{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"Bearer","expires_in":7200}',
    failure: null,
    tags: ['client:portal-web'],
    trace: null,
    faults: [],
    ...changes,
  };
}
