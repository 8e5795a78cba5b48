import { http, js, jsonFile, py, sh, ts, type Usage } from './usages.ts';

/** A call of which a part is not known, as a file of this ending, and its verdict, worked out by hand. */
export type AbsenceUsage = Usage;

const base = 'https://api.platform.example/v1/environments/e1';
const apps = `${base}/applications`;
const token = 'https://auth.platform.example/e1/as/token';
const authorize = 'https://auth.platform.example/e1/as/authorize';
const python = (verdict: string, text: string): AbsenceUsage => ['py', verdict, `import requests\n${text}\n`];
const accept = `{ headers: { 'Content-Type': 'application/vnd.acme.consent.accept+json' } }`;
const phone = `${base}/notificationsSettings/phoneDeliverySettings`;
const none = "JSON.stringify({ protocol: 'NONE' })";

/** Options that hold the method, under whichever name and wherever they come from. */
const methods: readonly AbsenceUsage[] = [
  js('untold', `fetch('${apps}', { ...options })`),
  js('untold', `const options = build();\nfetch('${apps}', { ...options })`),
  js('untold', `fetch('${apps}', { ...options, headers })`),
  js('none', `const options = { headers };\nfetch('${apps}', { ...options })`),
  js('CC-015', `const options = { method: 'POST', body: ${none} };\nfetch('${apps}', { ...options })`),
  js('CC-015', `$.ajax({ type: 'POST', url: '${apps}', data: ${none} })`),
  js('CC-015', `$.ajax('${apps}', { type: 'POST', data: ${none} })`),
  js('CC-015', `jQuery.ajax({ url: '${apps}', method: 'POST', data: ${none} })`),
  js('untold', `$.ajax({ type: verb, url: '${apps}', data: ${none} })`),
  js('untold', `$.ajax({ type: 'POST', url: '${apps}', data })`),
  js('untold', `$.ajax(settings)`),
  js('none', `$.ajax({ type: 'GET', url: '${apps}' })`),
  js('none', `$.ajax('${apps}')`),
  js('none', `axios.post('${base}/groups', { type: 'GROUP', name })`),
  js('CC-015', `UrlFetchApp.fetch('${apps}', { method: 'post', payload: ${none} })`),
  js('untold', `UrlFetchApp.fetch('${apps}', { method: 'post', payload })`),
];

const exchange = '"grant_type": "authorization_code", "code": code, "client_id": "c"';
const asked = `${authorize}?client_id=c&response_type=code&redirect_uri=app:/cb`;

/** Nothing is said to be missing where it may be in what is not known. */
const missing: readonly AbsenceUsage[] = [
  python('CC-028', `requests.post("${token}", data={${exchange}})`),
  python('untold', `requests.post("${token}", data={${exchange}, **more})`),
  python('none', `requests.post("${token}", data={${exchange}, "code_verifier": v})`),
  sh('untold', `curl ${token} -d grant_type=authorization_code -d client_id=c -d "code=$C" -d "$MORE"`),
  sh('untold', `curl ${token} -d grant_type=authorization_code -d client_id=c -d "code=$C" -d @more`),
  sh('CC-028', `curl "${asked}"`),
  sh('untold', `curl "${asked}&$MORE"`),
  sh('none', `curl "${asked}&code_challenge=$X&$MORE"`),
  python(
    'untold',
    `requests.get("${authorize}", params={"client_id": "c", "response_type": "code", "redirect_uri": "app:/cb", **more})`,
  ),
  python('untold', `requests.get("${base}/activities", params=params)`),
  python('untold', `requests.get("${base}/activities", params={"limit": 5, **params})`),
  python('none', `requests.get("${base}/activities", params={"limit": limit})`),
  python('none', `params = {"limit": 5}\nrequests.get("${base}/activities", params=params)`),
  python('none', `requests.get("${base}/groups", params=params)`),
  sh('untold', `curl "${base}/activities?$QUERY"`),
  js('untold', `axios.get('${base}/activities', { params })`),
  js('none', `axios.get('${base}/activities', { params: { limit } })`),
  js('CC-026', `axios.put('${base}/users/u1/password', { value: 'short' })`),
  js('untold', `axios.put('${base}/users/u1/password', { value: 'short', ...more })`),
  js('CC-026', `axios.put('${base}/users/u1/password', { ...more, value: 'short', bypassPolicy: false })`),
  js('untold', `axios.post('${base}/passwordPolicies', { length: { ...bounds } })`),
  js('untold', `axios.post('${base}/passwordPolicies', { name: 'a', ...more })`),
  js('CC-026', `axios.post('${base}/passwordPolicies', { ...more, length: { min: 4 } })`),
  js(
    'CC-029',
    `axios.post('${base}/users/u1/agreementConsents/g1', { language: {}, revision: { id: r } }, ${accept})`,
  ),
  js(
    'untold',
    `axios.post('${base}/users/u1/agreementConsents/g1', { language: { ...l }, revision: { id: r } }, ${accept})`,
  ),
  js(
    'CC-006',
    `axios.post('${base}/applications/a1/attributes', { name: 'cn', value: 'x', mappingType: 'OTHER' })`,
  ),
  js(
    'untold',
    `axios.post('${base}/applications/a1/attributes', { ...more, name: 'cn', value: 'x', mappingType: 'OTHER' })`,
  ),
  js(
    'CC-019',
    `axios.post('${phone}', { provider: 'CUSTOM_A' });\naxios.put('${base}/notificationsSettings', { smsProvidersFallbackChain: ['CUSTOM_B'] });`,
  ),
  js(
    'untold',
    `axios.post('${phone}', { provider: 'CUSTOM_A' });\naxios.post('${phone}', { ...more });\naxios.put('${base}/notificationsSettings', { smsProvidersFallbackChain: ['CUSTOM_B'] });`,
  ),
  js(
    'untold',
    `axios.post('${phone}', { provider: 'CUSTOM_A' });\naxios.post('${phone}', build());\naxios.put('${base}/notificationsSettings', { smsProvidersFallbackChain: ['CUSTOM_B'] });`,
  ),
];

/** An address that is nothing but a placeholder, and one below the base of a class. */
const addresses: readonly AbsenceUsage[] = [
  http('untold', 'GET {{url}}\n'),
  http('none', 'GET {{base}}/environments/{{env}}/users\n'),
  jsonFile(
    'untold',
    JSON.stringify({
      info: { name: 'a' },
      item: [{ name: 'a', request: { method: 'GET', url: '{{url}}' } }],
    }),
  ),
  ts(
    'CC-015',
    `class A { readonly api = axios.create({ baseURL: '${base}' }); }\nclass B extends A { f() { return this.api.post('/applications', { protocol: 'NONE' }); } }`,
  ),
  py(
    'CC-015',
    `import requests\nclass A:\n    def __init__(self):\n        self.base = "${base}"\nclass B(A):\n    def f(self):\n        requests.post(f"{self.base}/applications", json={"protocol": "NONE"})\n`,
  ),
];

export const absenceUsages: readonly AbsenceUsage[] = [...methods, ...missing, ...addresses];
