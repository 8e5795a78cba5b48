import { describe, expect, test } from 'vitest';
import { read, usagesOf } from './scripts.ts';

const base = 'https://api.platform.example/v1';
type Language = 'javascript' | 'groovy';

const usages = (text: string, language: Language = 'javascript') => usagesOf(text, language);
const untoldOf = (text: string, language: Language = 'javascript') => read(text, language).untold;

describe('a call whose address is computed is named, never silence', () => {
  test.each<[string, string]>([
    ['fetch(url)', 'fetch(url)'],
    ['await fetch(url + path)', 'fetch(url + path)'],
    [`const root = '${base}';\nfetch(root + path, { method: 'PUT' })`, 'fetch(root + path'],
    ['fetch(`${root}${path}`)', 'fetch(`${root}${path}`)'],
    ['fetch(`${root}/users/${id}`)', 'fetch(`${root}/users/${id}`)'],
    [`fetch(\`${base}\${path}\`)`, `fetch(\`${base}\${path}\`)`],
    ['window.fetch(build())', 'window.fetch(build())'],
    ['axios(config)', 'axios(config)'],
    ['axios({ url: build() })', 'axios({ url: build() })'],
    ['axios({ method: "post", url })', 'axios({ method: "post"'],
    ['axios.get(url)', 'axios.get(url)'],
    ['axios.post<User>(endpoint("users"), body)', 'axios.post<User>(endpoint("users")'],
    ['const api = axios.create({ baseURL });\napi.get("/users")', 'api.get("/users")'],
    ['this.apiClient.put(path, body)', 'this.apiClient.put(path'],
    ['this.http.get<User[]>(this.address)', 'this.http.get<User[]>(this.address)'],
    ['got(url).json()', 'got(url)'],
    ['https.request(options, done)', 'https.request(options'],
    ['xhr.open("GET", url)', 'xhr.open("GET"'],
    ['fetch(new Request(url))', 'Request(url)'],
    ['let url = base;\nurl += "/users";\nfetch(url)', 'fetch(url)'],
    [`fetch(isTest ? '${base}/users' : other)`, `fetch(isTest ? '${base}/users' : other)`],
  ])('%s', (text, shown) => {
    expect(untoldOf(text)).toEqual([{ line: text.split('\n').length, text: shown }]);
  });

  test.each<[string, string]>([
    ['client.get(path: endpoint)', 'client.get(path: endpoint)'],
    ['def c = new URL("${root}${path}").openConnection()', 'URL("${root}${path}")'],
    ['def c = new URL(address).openConnection()', 'URL(address)'],
    ['def rest = new RESTClient(root)\nrest.post(path: "users", body: [a: 1])', 'rest.post(path: "users"'],
    ['http.request(GET, JSON) { uri.path = where }', 'http.request(GET'],
  ])('in Groovy: %s', (text, shown) => {
    expect(untoldOf(text, 'groovy')).toEqual([{ line: text.split('\n').length, text: shown }]);
  });

  test.each<[string, string]>([
    ['curl -s "$URL"', 'curl -s "$URL"'],
    ['wget -qO- "$API$1"', 'wget -qO- "$API$1"'],
    ['http PUT "$API/$WHERE" name=a', 'http PUT "$API/$WHERE" name=a'],
  ])('in a shell: %s', (text, shown) => {
    expect(read(text, 'shell').untold).toEqual([{ line: 1, text: shown }]);
    expect(read('curl "$API/environments/$ENV/users"', 'shell').untold).toEqual([]);
  });

  test.each<[Parameters<typeof read>[1], string]>([
    ['shell', 'curl -H "Authorization: Bearer planted-secret-4711" "$URL"'],
    ['shell', 'curl -u portal:planted-secret-4711 "$URL"'],
    ['shell', 'http -a portal:planted-secret-4711 GET "$URL" "Authorization:Bearer planted-secret-4711"'],
    ['javascript', "axios({ headers: { Authorization: 'Bearer planted-secret-4711' }, url })"],
    ['javascript', 'fetch(`${base}?client_secret=planted-secret-4711`)'],
    [
      'python',
      "import requests\nrequests.post(headers={'Authorization': 'Bearer planted-secret-4711'}, url=u())",
    ],
    ['python', 'import requests\nrequests.get(f"{base}?access_token=planted-secret-4711")'],
  ])('and never a secret that it sends: %s, %s', (language, text) => {
    const { untold } = read(text, language);
    expect(untold).toHaveLength(1);
    expect(JSON.stringify(untold)).not.toContain('planted-secret');
  });

  test('each of them with its line, whatever stands between', () => {
    const text = `// fetch(a)\nfetch(a);\n\nfetch('${base}/environments/e1/users');\naxios.get(b);`;
    expect(untoldOf(text)).toEqual([
      { line: 2, text: 'fetch(a)' },
      { line: 5, text: 'axios.get(b)' },
    ]);
    expect(usages(text)).toEqual(['GET api.platform.example/environments/e1/users']);
  });

  test('a part of the path that is written is looked at all the same', () => {
    expect(usages('fetch(`${root}/activities`)')).toEqual(['GET /activities']);
    expect(usages('fetch(`${root}${path}`)')).toEqual([]);
  });
});

describe('a call is told', () => {
  test.each<[string, string]>([
    ['fetch(`${root}/environments/${id}/users`)', 'GET /environments/${id}/users'],
    [
      'fetch(`https://auth.platform.example/${env}/flows/${id}`)',
      'GET auth.platform.example/${env}/flows/${id}',
    ],
    ['fetch(`${issuer}/${env}/as/token`, { method: "POST" })', 'POST /${env}/as/token'],
    [
      `const u = new URL('/v1/environments/e1/users', '${base}');\nfetch(u)`,
      'GET api.platform.example/environments/e1/users',
    ],
    [
      `const u = new URL('${base}/environments/e1/users');\nfetch(u.toString())`,
      'GET api.platform.example/environments/e1/users',
    ],
    [
      `const u = new URL('${base}/environments/e1/users');\nfetch(u.href)`,
      'GET api.platform.example/environments/e1/users',
    ],
    [
      `const r = new Request('${base}/environments/e1/users', { method: 'PUT' });\nfetch(r)`,
      'PUT api.platform.example/environments/e1/users',
    ],
    [
      `const api = axios.create({ baseURL: '${base}/environments/e1' });\napi.delete('users')`,
      'DELETE api.platform.example/environments/e1/users',
    ],
    [
      `const api = axios.create({ baseURL: '${base}' });\napi({ url: '/environments/e1/users' })`,
      'GET api.platform.example/environments/e1/users',
    ],
    [
      `axios.patch<User>('${base}/environments/e1/users', { a: 1 })`,
      'PATCH api.platform.example/environments/e1/users',
    ],
    [`xhr.open('PUT', '${base}/environments/e1/users')`, 'PUT api.platform.example/environments/e1/users'],
    [`call('POST', '/environments/e1/users', { a: 1 })`, 'POST /environments/e1/users'],
  ])('%s', (text, usage) => {
    expect(usages(text)).toEqual([usage]);
    expect(untoldOf(text)).toEqual([]);
  });

  test('below the base that its client was made with, in Groovy too', () => {
    const text = `def rest = new RESTClient('${base}/')\nrest.put(path: 'environments/e1/users', body: [a: 1])`;
    expect(usages(text, 'groovy')).toEqual(['PUT api.platform.example/environments/e1/users']);
    expect(untoldOf(text, 'groovy')).toEqual([]);
  });
});

describe('what only looks like a call of a client is none', () => {
  test.each([
    'function fetch(url) { return url; }',
    'class A { request(path, options) { return path; } async fetch(url) { return url; } }',
    'interface A { request(path: string): Promise<void>; }',
    'headers.get(name); map.get(key); cache.delete(id); params.get(a); redisClient.get(key); app.get(path, f)',
    'fetch();',
    'git.fetch(remote); animation.request(frame); a < b; get<c>(d)',
  ])('%s', (text) => {
    expect(untoldOf(text)).toEqual([]);
    expect(usages(text)).toEqual([]);
  });

  test('nor a method of Groovy that only has its name', () => {
    expect(untoldOf('Response request(String path) { path }', 'groovy')).toEqual([]);
  });
});
