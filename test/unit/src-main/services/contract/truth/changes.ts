/** A body that is changed before it is sent, as a file of this ending, and its verdict, worked out by hand. */
export type ChangeUsage = readonly [ending: string, verdict: string, text: string];

const apps = 'https://api.platform.example/v1/environments/e1/applications';
const python = (...lines: readonly string[]) =>
  ['import requests', `url = "${apps}"`, ...lines, 'requests.post(url, json=body)', ''].join('\n');
const script = (...lines: readonly string[]) => [...lines, `axios.post('${apps}', body);`].join('\n');
const groovy = (...lines: readonly string[]) =>
  [...lines, `http.post(path: '${apps}', body: body)`].join('\n');

const pythons: readonly ChangeUsage[] = [
  ['py', 'CC-015', python('body = {}', 'body.update({"protocol": "NONE"}, name="a")')],
  ['py', 'none', python('body = {}', 'body.update({"protocol": "NONE"}, protocol="SAML")')],
  ['py', 'CC-015', python('body = {}', 'body.update({"name": "a"}, protocol="NONE")')],
  ['py', 'untold', python('body = {}', 'body.update([("protocol", "NONE")])')],
  ['py', 'untold', python('body = {"protocol": "NONE"}', 'body.update(more)')],
  ['py', 'untold', python('body = {"protocol": "NONE", **more}')],
  ['py', 'untold', python('body = {"protocol": "NONE"} | more')],
  ['py', 'CC-015', python('body = {**more, "protocol": "NONE"}')],
  ['py', 'CC-015', python('body = {"protocol": "SAML"}', 'body.update(more)', 'body["protocol"] = "NONE"')],
  ['py', 'untold', python('body = {"protocol": "NONE"}', 'body[key] = "SAML"')],
  ['py', 'none', python('body = {"protocol": "NONE"}', 'body.clear()', 'body["protocol"] = "SAML"')],
  ['py', 'none', python('body = {"protocol": "NONE"}', 'body.clear()')],
  ['py', 'untold', python('body = {"protocol": "NONE"}', 'if x:', '    body.clear()')],
  ['py', 'none', python('body = {"protocol": "NONE"}', 'del body["protocol"]')],
  ['py', 'untold', python('body = {"protocol": "NONE"}', 'del body[key]')],
  ['py', 'none', python('body = {"protocol": "NONE"}', 'body.pop("protocol", None)')],
  ['py', 'untold', python('body = {"protocol": "NONE"}', 'body.pop(key)')],
  ['py', 'CC-015', python('body = {}', 'body.setdefault("protocol", "NONE")')],
  ['py', 'none', python('body = {"protocol": "SAML"}', 'body.setdefault("protocol", "NONE")')],
  ['py', 'untold', python('body = build()', 'body.setdefault("protocol", "NONE")')],
  [
    'py',
    'untold',
    python('def f(app):', '    app["protocol"] = "NONE"', 'body = {"protocol": "SAML"}', 'f(body)'),
  ],
  [
    'py',
    'untold',
    python('def f(x, app):', '    app.update(more)', 'body = {"protocol": "SAML"}', 'f(1, body)'),
  ],
  ['py', 'none', python('def f(app):', '    app["name"] = "a"', 'body = {"protocol": "SAML"}', 'f(body)')],
  [
    'py',
    'none',
    python('def f(app):', '    return app["protocol"]', 'body = {"protocol": "SAML"}', 'f(body)'),
  ],
  ['py', 'CC-015', python('body = {"protocol": "NONE"}', 'print(body)', 'log.info(body)')],
];

const scripts: readonly ChangeUsage[] = [
  ['js', 'untold', script("const body = { protocol: 'NONE', ...more };")],
  ['js', 'CC-015', script("const body = { ...more, protocol: 'NONE' };")],
  ['js', 'untold', script("const body = { protocol: 'NONE', [key]: 'SAML' };")],
  ['js', 'untold', script("const body = { protocol: 'NONE' };", 'Object.assign(body, more);')],
  ['js', 'CC-015', script("const body = Object.assign({}, more, { protocol: 'NONE' });")],
  ['js', 'untold', script("const body = Object.assign({ protocol: 'NONE' }, more);")],
  ['js', 'none', script("const body = { protocol: 'NONE' };", "delete body['protocol'];")],
  ['js', 'untold', script("const body = { protocol: 'NONE' };", 'delete body[key];')],
  ['js', 'CC-015', script('const body = {};', "body.protocol ??= 'NONE';")],
  ['js', 'CC-015', script('const body = {};', "body.protocol ||= 'NONE';")],
  ['js', 'none', script("const body = { protocol: 'SAML' };", "body.protocol ??= 'NONE';")],
  ['js', 'none', script("const body = { protocol: 'SAML' };", "body.protocol ||= 'NONE';")],
  ['js', 'untold', script('const body = { protocol };', "body.protocol ??= 'NONE';")],
  ['js', 'untold', script('const body = build();', "body.protocol ??= 'NONE';")],
  ['js', 'untold', script("const body = { protocol: 'SAML' };", "body.protocol &&= 'NONE';")],
  [
    'js',
    'CC-015',
    script("const body = { protocol: 'NONE', list: [] };", 'const all = body.list.concat(more);'),
  ],
  [
    'js',
    'none',
    script("const body = { protocol: 'SAML' };", "const app = body.setIn(['protocol'], 'NONE');"),
  ],
  ['js', 'none', script("const body = { protocol: 'SAML', flags: 1 };", 'const two = body << 2;')],
  ['js', 'untold', script("const body = { protocol: 'SAML' };", "_.set(body, 'protocol', 'NONE');")],
  ['js', 'CC-015', script("const body = { name: 'a' };", "_.merge(body, { protocol: 'NONE' });")],
  ['js', 'untold', script("const body = { protocol: 'SAML' };", '$.extend(body, more);')],
  [
    'js',
    'untold',
    script("function f(app) { app.protocol = 'NONE'; }", "const body = { protocol: 'SAML' };", 'f(body);'),
  ],
  [
    'js',
    'untold',
    script(
      "const f = (app) => { app.protocol = 'NONE'; };",
      "const body = { protocol: 'SAML' };",
      'f(body);',
    ),
  ],
  [
    'js',
    'none',
    script("function f(app) { app.name = 'b'; }", "const body = { protocol: 'SAML' };", 'f(body);'),
  ],
  ['js', 'CC-015', script("const body = { protocol: 'NONE' };", 'console.log(body);')],
];

const groovies: readonly ChangeUsage[] = [
  ['groovy', 'CC-015', groovy("def body = [name: 'a']", "body << [protocol: 'NONE']")],
  ['groovy', 'none', groovy("def body = [protocol: 'NONE']", "body << [protocol: 'SAML']")],
  ['groovy', 'untold', groovy("def body = [protocol: 'NONE']", 'body.putAll(more)')],
  ['groovy', 'none', groovy("def body = [protocol: 'NONE']", 'body.clear()')],
  ['groovy', 'none', groovy("def body = [protocol: 'NONE']", "body.remove('protocol')")],
  ['groovy', 'untold', groovy("def body = [protocol: 'SAML']", "body.with { protocol = 'NONE' }")],
  ['groovy', 'CC-015', groovy("def body = [name: 'a']", "body.protocol ?= 'NONE'")],
];

export const changeUsages: readonly ChangeUsage[] = [...pythons, ...scripts, ...groovies];
