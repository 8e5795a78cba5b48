import type { Usage } from './usages.ts';

/** A body that is changed before it is sent, as a file of this ending, and its verdict, worked out by hand. */
export type ChangeUsage = Usage;

const apps = 'https://api.platform.example/v1/environments/e1/applications';
const python = (verdict: string, ...lines: readonly string[]): ChangeUsage => [
  'py',
  verdict,
  ['import requests', `url = "${apps}"`, ...lines, 'requests.post(url, json=body)', ''].join('\n'),
];
const script = (verdict: string, ...lines: readonly string[]): ChangeUsage => [
  'js',
  verdict,
  [...lines, `axios.post('${apps}', body);`].join('\n'),
];
const groovy = (verdict: string, ...lines: readonly string[]): ChangeUsage => [
  'groovy',
  verdict,
  [...lines, `http.post(path: '${apps}', body: body)`].join('\n'),
];

const pythons: readonly ChangeUsage[] = [
  python('CC-015', 'body = {}', 'body.update({"protocol": "NONE"}, name="a")'),
  python('none', 'body = {}', 'body.update({"protocol": "NONE"}, protocol="SAML")'),
  python('CC-015', 'body = {}', 'body.update({"name": "a"}, protocol="NONE")'),
  python('untold', 'body = {}', 'body.update([("protocol", "NONE")])'),
  python('untold', 'body = {"protocol": "NONE"}', 'body.update(more)'),
  python('untold', 'body = {"protocol": "NONE", **more}'),
  python('untold', 'body = {"protocol": "NONE"} | more'),
  python('CC-015', 'body = {**more, "protocol": "NONE"}'),
  python('CC-015', 'body = {"protocol": "SAML"}', 'body.update(more)', 'body["protocol"] = "NONE"'),
  python('untold', 'body = {"protocol": "NONE"}', 'body[key] = "SAML"'),
  python('none', 'body = {"protocol": "NONE"}', 'body.clear()', 'body["protocol"] = "SAML"'),
  python('none', 'body = {"protocol": "NONE"}', 'body.clear()'),
  python('untold', 'body = {"protocol": "NONE"}', 'if x:', '    body.clear()'),
  python('none', 'body = {"protocol": "NONE"}', 'del body["protocol"]'),
  python('untold', 'body = {"protocol": "NONE"}', 'del body[key]'),
  python('none', 'body = {"protocol": "NONE"}', 'body.pop("protocol", None)'),
  python('untold', 'body = {"protocol": "NONE"}', 'body.pop(key)'),
  python('CC-015', 'body = {}', 'body.setdefault("protocol", "NONE")'),
  python('none', 'body = {"protocol": "SAML"}', 'body.setdefault("protocol", "NONE")'),
  python('untold', 'body = build()', 'body.setdefault("protocol", "NONE")'),
  python('untold', 'def f(app):', '    app["protocol"] = "NONE"', 'body = {"protocol": "SAML"}', 'f(body)'),
  python('untold', 'def f(x, app):', '    app.update(more)', 'body = {"protocol": "SAML"}', 'f(1, body)'),
  python('none', 'def f(app):', '    app["name"] = "a"', 'body = {"protocol": "SAML"}', 'f(body)'),
  python('none', 'def f(app):', '    return app["protocol"]', 'body = {"protocol": "SAML"}', 'f(body)'),
  python('CC-015', 'body = {"protocol": "NONE"}', 'print(body)', 'log.info(body)'),
];

const scripts: readonly ChangeUsage[] = [
  script('untold', "const body = { protocol: 'NONE', ...more };"),
  script('CC-015', "const body = { ...more, protocol: 'NONE' };"),
  script('untold', "const body = { protocol: 'NONE', [key]: 'SAML' };"),
  script('untold', "const body = { protocol: 'NONE' };", 'Object.assign(body, more);'),
  script('CC-015', "const body = Object.assign({}, more, { protocol: 'NONE' });"),
  script('untold', "const body = Object.assign({ protocol: 'NONE' }, more);"),
  script('none', "const body = { protocol: 'NONE' };", "delete body['protocol'];"),
  script('untold', "const body = { protocol: 'NONE' };", 'delete body[key];'),
  script('CC-015', 'const body = {};', "body.protocol ??= 'NONE';"),
  script('CC-015', 'const body = {};', "body.protocol ||= 'NONE';"),
  script('none', "const body = { protocol: 'SAML' };", "body.protocol ??= 'NONE';"),
  script('none', "const body = { protocol: 'SAML' };", "body.protocol ||= 'NONE';"),
  script('untold', 'const body = { protocol };', "body.protocol ??= 'NONE';"),
  script('untold', 'const body = build();', "body.protocol ??= 'NONE';"),
  script('untold', "const body = { protocol: 'SAML' };", "body.protocol &&= 'NONE';"),
  script('CC-015', "const body = { protocol: 'NONE', list: [] };", 'const all = body.list.concat(more);'),
  script('none', "const body = { protocol: 'SAML' };", "const app = body.setIn(['protocol'], 'NONE');"),
  script('none', "const body = { protocol: 'SAML', flags: 1 };", 'const two = body << 2;'),
  script('untold', "const body = { protocol: 'SAML' };", "_.set(body, 'protocol', 'NONE');"),
  script('CC-015', "const body = { name: 'a' };", "_.merge(body, { protocol: 'NONE' });"),
  script('untold', "const body = { protocol: 'SAML' };", '$.extend(body, more);'),
  script(
    'untold',
    "function f(app) { app.protocol = 'NONE'; }",
    "const body = { protocol: 'SAML' };",
    'f(body);',
  ),
  script(
    'untold',
    "const f = (app) => { app.protocol = 'NONE'; };",
    "const body = { protocol: 'SAML' };",
    'f(body);',
  ),
  script('none', "function f(app) { app.name = 'b'; }", "const body = { protocol: 'SAML' };", 'f(body);'),
  script('CC-015', "const body = { protocol: 'NONE' };", 'console.log(body);'),
];

const groovies: readonly ChangeUsage[] = [
  groovy('CC-015', "def body = [name: 'a']", "body << [protocol: 'NONE']"),
  groovy('none', "def body = [protocol: 'NONE']", "body << [protocol: 'SAML']"),
  groovy('untold', "def body = [protocol: 'NONE']", 'body.putAll(more)'),
  groovy('none', "def body = [protocol: 'NONE']", 'body.clear()'),
  groovy('none', "def body = [protocol: 'NONE']", "body.remove('protocol')"),
  groovy('untold', "def body = [protocol: 'SAML']", "body.with { protocol = 'NONE' }"),
  groovy('CC-015', "def body = [name: 'a']", "body.protocol ?= 'NONE'"),
];

export const changeUsages: readonly ChangeUsage[] = [...pythons, ...scripts, ...groovies];
