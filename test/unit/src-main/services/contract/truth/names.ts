import { groovy, js, ts, type Usage } from './usages.ts';

/** A call that sends a variable, as a file of this ending, and its verdict, worked out by hand. */
export type NameUsage = Usage;

const base = 'https://api.platform.example/v1/environments/e1';
const apps = `${base}/applications`;
const none = "{ name: 'a', protocol: 'NONE' }";
const saml = "{ name: 'a', protocol: 'SAML' }";
const post = (body = 'body') => `axios.post('${apps}', ${body});`;

const scripts: readonly NameUsage[] = [
  // The same name in two functions is two variables.
  js(
    'CC-015',
    `function a() { const body = ${none}; ${post()} }\nfunction b() { const body = ${saml}; ${post()} }`,
  ),
  js(
    'none',
    `function a() { const body = ${saml}; ${post()} }\nfunction b() { const body = ${saml}; ${post()} }`,
  ),
  js(
    'CC-015',
    `const a = () => { const body = ${saml}; ${post()} };\nconst b = async () => { const body = ${none}; ${post()} };`,
  ),
  ts(
    'CC-015',
    `class A {\n  async one(): Promise<void> { const body = ${saml}; ${post()} }\n  async two(x: Map<string, { a: number }>): Promise<void> { const body = ${none}; ${post()} }\n}`,
  ),
  js('none', `if (x) { const body = ${saml}; ${post()} } else { const body = ${saml}; ${post()} }`),
  js('CC-015', `if (x) { const body = ${saml}; ${post()} } else { const body = ${none}; ${post()} }`),
  // A parameter hides what is called so outside.
  js('untold', `const protocol = 'NONE';\nfunction create(protocol) { ${post("{ name: 'a', protocol }")} }`),
  js('untold', `const protocol = 'NONE';\nconst create = (protocol) => ${post('{ protocol }')}`),
  js('untold', `const protocol = 'NONE';\nconst create = protocol => ${post('{ protocol }')}`),
  js(
    'untold',
    `const protocol = 'NONE';\nconst create = async ({ name, protocol }) => { ${post('{ name, protocol }')} };`,
  ),
  js(
    'untold',
    `const protocol = 'NONE';\nconst create = ({ kind: protocol }) => { ${post('{ protocol }')} };`,
  ),
  js('untold', `function create(name, protocol = 'NONE') { ${post('{ name, protocol }')} }`),
  ts(
    'untold',
    `const protocol = 'NONE';\nasync function create(name: string, protocol: Protocol): Promise<void> { ${post('{ protocol }')} }`,
  ),
  js('untold', `const body = ${none};\nfor (const body of bodies) { ${post()} }`),
  js('untold', `const body = ${none};\nfor (const body of bodies) ${post()}`),
  js('untold', `const body = ${none};\nbodies.forEach((body) => ${post()})`),
  js(
    'untold',
    `const protocol = 'NONE';\nfunction f() { const { protocol } = settings; ${post('{ protocol }')} }`,
  ),
  js('untold', `const protocol = 'NONE';\ntry { f(); } catch (protocol) { ${post('{ protocol }')} }`),
  // Outside of what hides it, it is the one outside.
  js(
    'CC-015',
    `const protocol = 'NONE';\nfunction f(protocol) { return protocol; }\n${post('{ protocol }')}`,
  ),
  js(
    'CC-015',
    `const protocol = 'NONE';\nconst f = (protocol) => protocol;\nconst g = () => ${post('{ protocol }')}`,
  ),
  js('CC-015', `const protocol = 'NONE';\nfunction create(name) { ${post('{ name, protocol }')} }`),
  js(
    'CC-015',
    `const protocol = 'NONE';\nconst app = { protocol };\nfunction create(protocol) { ${post('app')} }`,
  ),
  js(
    'none',
    `const options = {};\noptions.protocol = 'NONE';\nconst protocol = 'SAML';\n${post('{ protocol }')}`,
  ),
  // Set more than once: the last one counts, where it is sure.
  js('none', `let protocol = 'NONE';\nprotocol = 'SAML';\n${post('{ protocol }')}`),
  js('CC-015', `let body;\nbody = ${none};\n${post()}`),
  js('untold', `let protocol = 'SAML';\nif (x) protocol = 'NONE';\n${post('{ protocol }')}`),
  js('untold', `let protocol = 'SAML';\nif (x) { protocol = 'NONE'; }\n${post('{ protocol }')}`),
  js('untold', `let body;\nif (x) { body = ${saml}; } else { body = ${none}; }\n${post()}`),
  js('CC-015', `let body;\nif (x) { body = ${saml}; ${post()} } else { body = ${none}; ${post()} }`),
  js('untold', `let protocol = 'SAML';\nfunction f() { protocol = 'NONE'; }\nf();\n${post('{ protocol }')}`),
  js('untold', `let protocol = 'SAML';\nwhile (more()) { ${post('{ protocol }')} protocol = 'NONE'; }`),
  js('untold', `let protocol = 'SAML';\nprotocol ||= x;\n${post('{ protocol }')}`),
  js('untold', `let protocol = 'NO';\nprotocol += suffix;\n${post('{ protocol }')}`),
  js('untold', `let protocol = 'SAML';\n[protocol, name] = parse(x);\n${post('{ protocol }')}`),
  js('untold', `let protocol = 'SAML';\n({ protocol } = parse(x));\n${post('{ protocol }')}`),
  // A member that is changed in a branch has either value.
  js('untold', `const body = ${none};\nif (x) body.protocol = 'SAML';\n${post()}`),
  js('untold', `const body = ${none};\nif (x) { body.protocol = 'SAML'; }\n${post()}`),
  js('untold', `const body = ${none};\nif (x) { delete body.protocol; }\n${post()}`),
  js('untold', `const body = ${none};\nif (x) { Object.assign(body, { protocol: 'SAML' }); }\n${post()}`),
  js(
    'untold',
    `const body = { name: 'a' };\nif (x) { body.protocol = 'SAML'; } else { body.protocol = 'NONE'; }\n${post()}`,
  ),
  js('none', `const body = ${none};\nif (x) { body.protocol = 'SAML'; ${post()} }`),
  js('none', `const body = ${saml};\nif (x) { body.name = 'b'; }\n${post()}`),
  // Another function may have changed it before.
  js('untold', `const body = ${saml};\nfunction f() { body.protocol = 'NONE'; }\nfunction g() { ${post()} }`),
  js('CC-015', `const body = ${saml};\nconst app = body;\napp.protocol = 'NONE';\n${post()}`),
  js('CC-015', `const body = ${saml};\nconst app = body;\nbody.protocol = 'NONE';\n${post('app')}`),
  js('CC-015', `const body = ${none};\nconst app = body;\n${post('app')}`),
  js('none', `const body = ${saml};\nconst app = body;\n${post('app')}`),
  // Many changes in other functions are none of this one.
  js(
    'none',
    `function f() { const body = {}; ${'body.a = 1; '.repeat(300)} }\nfunction g() { const body = { name: 'a' }; body.protocol = 'SAML'; ${post()} }`,
  ),
  groovy(
    'CC-015',
    `def a() { def body = [protocol: 'SAML']; http.post(path: '${apps}', body: body) }\ndef b() { def body = [protocol: 'NONE']; http.post(path: '${apps}', body: body) }`,
  ),
  groovy(
    'untold',
    `def protocol = 'NONE'\ndef create(String protocol) { http.post(path: '${apps}', body: [protocol: protocol]) }`,
  ),
  groovy(
    'untold',
    `def protocol = 'NONE'\nall.each { protocol -> http.post(path: '${apps}', body: [protocol: protocol]) }`,
  ),
  groovy(
    'untold',
    `def protocol = 'NONE'\nfor (protocol in all) { http.post(path: '${apps}', body: [protocol: protocol]) }`,
  ),
  groovy('CC-015', `String protocol = 'NONE'\nhttp.post(path: '${apps}', body: [protocol: protocol])`),
];

const python = (verdict: string, text: string): NameUsage => [
  'py',
  verdict,
  `import requests\nurl = "${apps}"\n${text}\n`,
];
const pNone = '{"name": "a", "protocol": "NONE"}';
const pSaml = '{"name": "a", "protocol": "SAML"}';
const send = 'requests.post(url, json=body)';
const sent = 'requests.post(url, json={"protocol": protocol})';

const pythons: readonly NameUsage[] = [
  python('CC-015', `def a():\n    body = ${pSaml}\n    ${send}\ndef b():\n    body = ${pNone}\n    ${send}`),
  python('none', `def a():\n    body = ${pSaml}\n    ${send}\ndef b():\n    body = ${pSaml}\n    ${send}`),
  python('untold', `protocol = "NONE"\ndef create(protocol):\n    ${sent}`),
  python('untold', `protocol = "NONE"\ndef create(name, protocol: str = "SAML", *rest):\n    ${sent}`),
  python('untold', `def create(name, protocol="NONE"):\n    ${sent}`),
  python('untold', `protocol = "NONE"\ncreate = lambda protocol: ${sent}`),
  python('CC-015', `protocol = "NONE"\ndef create(name):\n    ${sent}`),
  python('CC-015', `protocol = "NONE"\ndef f(protocol):\n    return protocol\n${sent}`),
  python('none', `def f(protocol):\n    pass\nf(protocol="NONE")\nprotocol = "SAML"\n${sent}`),
  python('untold', `protocol = "NONE"\nfor protocol in all:\n    ${sent}`),
  python('untold', `protocol = "NONE"\nfor name, protocol in all.items():\n    ${sent}`),
  python('untold', `protocol = "NONE"\n[${sent} for protocol in all]`),
  python('untold', `protocol = "NONE"\nprotocol, name = read()\n${sent}`),
  python('untold', `protocol = "NONE"\nname, protocol = read()\n${sent}`),
  python('untold', `name, protocol = "NONE", "SAML"\n${sent}`),
  python('untold', `protocol = "NONE"\nif (protocol := read()):\n    ${sent}`),
  python('untold', `protocol = "SAML"\nif x:\n    protocol = "NONE"\n${sent}`),
  python('untold', `if x:\n    protocol = "NONE"\nelse:\n    protocol = "SAML"\n${sent}`),
  python('untold', `protocol = "NONE" if x else "SAML"\n${sent}`),
  python('CC-015', `if x:\n    body = ${pNone}\n    ${send}\nelse:\n    body = ${pSaml}\n    ${send}`),
  python('untold', `try:\n    protocol = read()\nexcept KeyError:\n    protocol = "SAML"\n${sent}`),
  python('untold', `try:\n    protocol = "SAML"\nexcept KeyError:\n    protocol = "NONE"\n${sent}`),
  python('none', `protocol = "NONE"\nprotocol = "SAML"\n${sent}`),
  python('untold', `body = ${pNone}\nif x:\n    del body["protocol"]\n${send}`),
  python('untold', `body = ${pNone}\nif x:\n    body.pop("protocol")\n${send}`),
  python('untold', `body = ${pNone}\nif x:\n    body["protocol"] = "SAML"\n${send}`),
  python('untold', `body = ${pNone}\nif x: body["protocol"] = "SAML"\n${send}`),
  python('untold', `body = ${pNone}\nfor x in all:\n    body.update(protocol="SAML")\n${send}`),
  python('none', `body = ${pSaml}\nif x:\n    body["name"] = "b"\n${send}`),
  python('none', `body = ${pNone}\nwith lock:\n    body["protocol"] = "SAML"\n${send}`),
  python('CC-015', `body = ${pSaml}\napp = body\napp["protocol"] = "NONE"\n${send}`),
  python('CC-015', `body = ${pSaml}\napp = body\nbody["protocol"] = "NONE"\nrequests.post(url, json=app)`),
  python('CC-015', `body = ${pNone}\napp = body\nrequests.post(url, json=app)`),
  python('untold', `body = ${pSaml}\ndef f():\n    body["protocol"] = "NONE"\ndef g():\n    ${send}`),
  python(
    'untold',
    `protocol = "SAML"\ndef f():\n    global protocol\n    protocol = "NONE"\ndef g():\n    ${sent}`,
  ),
  python('untold', `protocol = "SAML"\nwhile more():\n    ${sent}\n    protocol = "NONE"`),
  python('none', `protocol = "SAML"\ndef f():\n    protocol = "NONE"\n    return protocol\n${sent}`),
  python(
    'CC-015',
    `class A:\n    PROTOCOL = "NONE"\n    def create(self):\n        requests.post(url, json={"protocol": self.PROTOCOL})`,
  ),
  python(
    'CC-015',
    `async def main():\n    async with httpx.AsyncClient() as client:\n        body = ${pNone}\n        await client.post(url, json=body)`,
  ),
  // A field of such a class has another value in each object.
  python(
    'untold',
    `@dataclass\nclass A:\n    protocol: str = "NONE"\n    def create(self):\n        requests.post(url, json={"protocol": self.protocol})`,
  ),
  python(
    'untold',
    `class A(BaseModel):\n    protocol: str = "NONE"\n    def create(self):\n        requests.post(url, json={"protocol": self.protocol})`,
  ),
];

export const nameUsages: readonly NameUsage[] = [...scripts, ...pythons];
