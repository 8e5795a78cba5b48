import { groovy, http, js, jsonFile, sh, type Usage } from './usages.ts';

/** The verdict on one call: a rule that it breaks, a gap, or neither. */
export type Verdict = 'CC-015' | 'CC-026' | 'untold' | 'none';

/** A call with a body, as a file of this ending, and its verdict, worked out by hand. */
export type BodyUsage = Usage<Verdict>;

const apps = 'https://api.platform.example/v1/environments/$E/applications';
const at = 'https://api.platform.example/v1/environments/e1/applications';
const json = "-H 'Content-Type: application/json'";
const none = '{"name":"a","protocol":"NONE"}';
const fine = '{"name":"a","protocol":"SAML"}';

const shells: readonly BodyUsage[] = [
  sh('CC-015', `curl -X POST ${apps} ${json} -d '${none}'`),
  sh('none', `curl -X POST ${apps} ${json} -d '${fine}'`),
  sh('untold', `curl -X POST ${apps} ${json} -d @app.json`),
  sh('untold', `curl -X POST ${apps} -d @app.json`),
  sh('untold', `curl -X POST ${apps} ${json} -d "$BODY"`),
  sh('untold', `curl -X POST ${apps} ${json} --data-binary @-`),
  sh('untold', `curl -X POST ${apps} ${json} -d "$(cat app.json)"`),
  sh('untold', `curl -X POST ${apps} --json "$(jq -n --arg n "$N" '{name: $n}')"`),
  sh('untold', `curl -X PUT ${apps}/a1 ${json} -T app.json`),
  sh('untold', `curl -X POST ${apps} --json '{"name":"a",'"$REST"'}'`),
  sh('untold', `curl -X "$METHOD" ${apps} ${json} -d '${none}'`),
  sh('untold', 'curl -K requests.conf'),
  sh('untold', 'xargs -n1 curl -s < urls.txt'),
  sh('CC-015', `BODY='${none}'\ncurl -X POST ${apps} ${json} -d "$BODY"`),
  sh('CC-015', `BODY=$(cat <<'EOF'\n${none}\nEOF\n)\ncurl -X POST ${apps} ${json} -d "$BODY"`),
  sh('CC-015', `curl -X POST ${apps} ${json} -d @- <<EOF\n{"name":"$NAME","protocol":"NONE"}\nEOF`),
  sh('CC-015', `P=NONE\ncurl -X POST ${apps} ${json} -d @- <<EOF\n{"name":"a","protocol":"$P"}\nEOF`),
  sh('CC-015', `curl -X POST ${apps} ${json} -d @- <<< '${none}'`),
  sh('CC-015', `echo '${none}' | curl -X POST ${apps} ${json} -d @-`),
  sh('CC-015', `printf '%s' '${none}' | curl -X POST ${apps} ${json} --data-binary @-`),
  sh('CC-015', `curl -X POST ${apps} --json '{"protocol":"NONE","enabled":'$ENABLED'}'`),
  sh('none', `curl -X POST ${apps} --json '{"protocol":"SAML","enabled":'$ENABLED'}'`),
  sh('none', `curl -X POST ${apps} --json '{"protocol":"SAML","name":"'"$NAME"'"}'`),
  sh('none', `curl -s ${apps} > applications.json 2>&1`),
  sh('none', `curl -X DELETE ${apps}/$A`),
  sh('none', `curl -X POST ${apps}/a1/roleAssignments ${json} -d @role.json`),
  sh('none', `curl -X POST ${apps} -F file=@app.json`),
  // Some scopes are gone, and this one may be one of them.
  sh(
    'untold',
    `curl -X POST https://auth.platform.example/e1/as/token -d grant_type=client_credentials -d "scope=$S"`,
  ),
  sh(
    'untold',
    `curl -X POST https://auth.platform.example/e1/as/token -d grant_type=client_credentials -d "$MORE"`,
  ),
  sh('untold', `wget --method=POST ${apps} --header='Content-Type: application/json' --body-file=app.json`),
  sh('untold', `wget --header='Content-Type: application/json' --post-file=app.json ${apps}`),
  sh('untold', `wget --header='Content-Type: application/json' --post-data="$BODY" ${apps}`),
  sh('CC-015', `wget --header='Content-Type: application/json' --post-data='${none}' ${apps}`),
  sh('CC-015', `echo '${none}' | wget --header='Content-Type: application/json' --post-file=- ${apps}`),
  sh('untold', 'wget --input-file=urls.txt'),
  sh('untold', 'wget -q -i urls.txt'),
  sh('untold', 'cat urls.txt | wget -i -'),
  sh('none', `wget -qO- ${apps}`),
  sh('untold', `http POST ${apps} < app.json`),
  sh('untold', `http POST ${apps} @app.json`),
  sh('untold', `cat app.json | http POST ${apps}`),
  sh('untold', `jq .app all.json | http POST ${apps}`),
  sh('untold', `make_app | http POST ${apps} | jq .id`),
  sh('untold', `http POST ${apps} "\${FIELDS[@]}"`),
  sh('untold', `http POST ${apps} --raw "$BODY"`),
  sh('CC-015', `echo '${none}' | http POST ${apps}`),
  sh('CC-015', `cat <<EOF | http POST ${apps}\n${none}\nEOF`),
  sh('CC-015', `http POST ${apps} <<< '${none}'`),
  sh('CC-015', `http POST ${apps} name=a protocol=NONE`),
  sh('none', `echo '${fine}' | http POST ${apps}`),
  sh('none', `echo '${none}' > app.json; http ${apps}`),
  sh('none', `echo started || http GET ${apps}`),
  sh('none', `http ${apps} "$AUTH"`),
];

const python = (verdict: Verdict, text: string): BodyUsage => [
  'py',
  verdict,
  `import requests\nurl = "${at}"\n${text}\n`,
];
const pythons: readonly BodyUsage[] = [
  python('CC-015', 'requests.post(url, json={"name": "a", "protocol": "NONE"})'),
  python('none', 'requests.post(url, json={"name": name, "protocol": "SAML"})'),
  python('untold', 'requests.post(url, json=build(x))'),
  python('untold', 'requests.post(url, json=payload)'),
  python('untold', 'requests.post(url, data=open("app.json"))'),
  python('untold', 'requests.post(url, data=json.dumps(payload))'),
  python('untold', 'requests.post(url, **options)'),
  python('untold', 'requests.post(url, json={**base, "name": "a"})'),
  python('untold', 'payload = dict(base, name="a")\nrequests.post(url, json=payload)'),
  python('untold', 'payload = {"name": "a"}\npayload.update(base)\nrequests.post(url, json=payload)'),
  python('untold', 'payload = {}\nfor k in row:\n    payload[k] = row[k]\nrequests.post(url, json=payload)'),
  python('untold', 'requests.post(url, json={KEY: "NONE"})'),
  python('CC-015', 'payload = dict(name="a", protocol="NONE")\nrequests.post(url, json=payload)'),
  python('CC-015', 'requests.post(url, json=dict(name="a", protocol="NONE"))'),
  python('CC-015', 'payload = {"name": "a"}\npayload["protocol"] = "NONE"\nrequests.post(url, json=payload)'),
  python(
    'CC-015',
    'payload = {"name": "a"}\npayload.update(protocol="NONE")\nrequests.post(url, json=payload)',
  ),
  python(
    'CC-015',
    'payload = {"name": "a"}\npayload.update({"protocol": "NONE"})\nrequests.post(url, json=payload)',
  ),
  python(
    'CC-015',
    'payload = {"name": "a"}\npayload |= {"protocol": "NONE"}\nrequests.post(url, json=payload)',
  ),
  python(
    'CC-015',
    'payload = {"name": "a"}\npayload.setdefault("protocol", "NONE")\nrequests.post(url, json=payload)',
  ),
  python('CC-015', 'requests.post(url, json={"name": "a", **{"protocol": "NONE"}})'),
  python('CC-015', 'base = {"protocol": "NONE"}\nrequests.post(url, json={**base, "name": "a"})'),
  python('CC-015', 'base = {"protocol": "NONE"}\nrequests.post(url, json=base | {"name": "a"})'),
  python(
    'CC-015',
    'base = {"protocol": "NONE"}\napp = base.copy()\napp["name"] = "a"\nrequests.post(url, json=app)',
  ),
  python('CC-015', 'options = {"json": {"protocol": "NONE"}}\nrequests.post(url, **options)'),
  python(
    'CC-015',
    'PAYLOAD = {}\nPAYLOAD["protocol"] = "NONE"\ndef main():\n    requests.post(url, json=PAYLOAD)',
  ),
  python(
    'none',
    'payload = {"protocol": "NONE"}\npayload["protocol"] = "SAML"\nrequests.post(url, json=payload)',
  ),
  python('none', 'payload = {"protocol": "NONE"}\ndel payload["protocol"]\nrequests.post(url, json=payload)'),
  python('none', 'requests.post(url, json={**{"protocol": "NONE"}, "protocol": "SAML"})'),
  python('none', 'payload = {"name": "a"}\nrequests.post(url, json=payload)\npayload["protocol"] = "NONE"'),
  python('none', 'requests.get(url, params=build())'),
  python('none', 'requests.post(url + "/a1/roleAssignments", json=build())'),
  python('none', 'requests.post(url)'),
  // A length that may come with the base is not said to be missing.
  python(
    'untold',
    'requests.post("https://api.platform.example/v1/environments/e1/passwordPolicies", json={**base, "name": "a"})',
  ),
  python(
    'CC-026',
    'requests.post("https://api.platform.example/v1/environments/e1/passwordPolicies", json={"name": "a"})',
  ),
];

const scripts: readonly BodyUsage[] = [
  js('CC-015', `axios.post('${at}', { name: 'a', protocol: 'NONE' })`),
  js('none', `axios.post('${at}', { name, protocol: 'SAML' })`),
  js('untold', `axios.post('${at}', body)`),
  js('untold', `axios.post('${at}', build(x))`),
  js('untold', `axios.post('${at}', { ...base, name: 'a' })`),
  js('untold', `axios.post('${at}', { [key]: 'NONE' })`),
  js('untold', `fetch('${at}', { method: 'POST', body })`),
  js('untold', `fetch('${at}', { method: 'POST', body: JSON.stringify(app) })`),
  js('untold', `fetch('${at}', { method: 'POST', body: readFileSync('app.json') })`),
  js('untold', `fetch('${at}', { method: verb, body: JSON.stringify({ protocol: 'NONE' }) })`),
  js('untold', `fetch('${at}', options)`),
  js('untold', `fetch('${at}', { ...options, method: 'POST' })`),
  js('untold', `const body = build();\nbody.name = 'a';\naxios.post('${at}', body)`),
  js('untold', `const body = {};\nfor (const k of keys) body[k] = row[k];\naxios.post('${at}', body)`),
  js('CC-015', `const body = { name: 'a' };\nbody.protocol = 'NONE';\naxios.post('${at}', body)`),
  js('CC-015', `const body = { name: 'a' };\nbody['protocol'] = 'NONE';\naxios.post('${at}', body)`),
  js(
    'CC-015',
    `const body = { name: 'a' };\nObject.assign(body, { protocol: 'NONE' });\naxios.post('${at}', body)`,
  ),
  js('CC-015', `const body = build();\nbody.protocol = 'NONE';\naxios.post('${at}', body)`),
  js(
    'CC-015',
    `const body = { name: 'a' };\nbody.protocol = 'NONE';\nfetch('${at}', { method: 'POST', body: JSON.stringify(body) })`,
  ),
  js('CC-015', `const base = { protocol: 'NONE' };\naxios.post('${at}', { ...base, name: 'a' })`),
  js('CC-015', `axios.post('${at}', { ...base, protocol: 'NONE' })`),
  js('CC-015', `axios.post('${at}', Object.assign({}, { name: 'a' }, { protocol: 'NONE' }))`),
  js('CC-015', `const protocol = 'NONE';\naxios.post('${at}', { name: 'a', protocol })`),
  js(
    'CC-015',
    `const options = { method: 'POST' };\noptions.body = JSON.stringify({ protocol: 'NONE' });\nfetch('${at}', options)`,
  ),
  js('none', `axios.post('${at}', { ...{ protocol: 'NONE' }, protocol: 'SAML' })`),
  js('none', `const body = { protocol: 'NONE' };\nbody.protocol = 'SAML';\naxios.post('${at}', body)`),
  js('none', `const body = { protocol: 'NONE' };\ndelete body.protocol;\naxios.post('${at}', body)`),
  js('none', `fetch('${at}')`),
  js('none', `axios.post('${at}')`),
  js('none', `axios.post('${at}/a1/roleAssignments', body)`),
  js('none', `const form = new FormData();\naxios.post('${at}', form)`),
  js('CC-015', `superagent.post('${at}').set('a', 'b').send({ protocol: 'NONE' })`),
  js('untold', `superagent.post('${at}').send(body)`),
  js('CC-015', `xhr.open('POST', '${at}');\nxhr.send(JSON.stringify({ protocol: 'NONE' }))`),
  js('untold', `xhr.open('POST', '${at}');\nxhr.send(text)`),
  js('none', `xhr.open('GET', '${at}');\nxhr.send()`),
  js('untold', `const sent = https.request('${at}', { method: 'POST' });\nsent.write(text)`),
  groovy(
    'untold',
    `def c = new URL('${at}').openConnection()\nc.requestMethod = 'POST'\nc.outputStream << text`,
  ),
  groovy('none', `def c = new URL('${at}').openConnection()\nc.requestMethod = 'GET'`),
  groovy('CC-015', `def body = [name: 'a']\nbody.protocol = 'NONE'\nhttp.post(path: '${at}', body: body)`),
  groovy(
    'CC-015',
    `def body = [name: 'a']\nbody.put('protocol', 'NONE')\nhttp.post(path: '${at}', body: body)`,
  ),
  groovy('CC-015', `def base = [protocol: 'NONE']\nhttp.post(path: '${at}', body: base + [name: 'a'])`),
  groovy('untold', `http.post(path: '${at}', body: build())`),
  groovy('untold', `http.post(path: '${at}', body: base + [name: 'a'])`),
];

/** The same name in two functions, or set twice. */
const scopes: readonly BodyUsage[] = [
  js(
    'untold',
    `function a(body) { body.protocol = 'NONE'; }\nfunction b(body) { axios.post('${at}', body); }`,
  ),
  js('CC-015', `function b(body) { if (x) { body.protocol = 'NONE'; } axios.post('${at}', body); }`),
  js(
    'CC-015',
    `const body = {};\nfunction b() { body.protocol = 'NONE'; }\nb();\naxios.post('${at}', body);`,
  ),
  js('untold', `let body = f();\nbody.protocol = 'NONE';\nbody = g();\naxios.post('${at}', body);`),
  python(
    'untold',
    'def a(body):\n    body["protocol"] = "NONE"\ndef b(body):\n    requests.post(url, json=body)',
  ),
  python(
    'CC-015',
    'def b(body):\n    if x:\n        body["protocol"] = "NONE"\n    requests.post(url, json=body)',
  ),
  python('untold', 'body = f()\nbody["protocol"] = "NONE"\nbody = g()\nrequests.post(url, json=body)'),
];

const others: readonly BodyUsage[] = [
  http('CC-015', `POST ${at}\nContent-Type: application/json\n\n${none}\n`),
  http('untold', `POST ${at}\nContent-Type: application/json\n\n< ./app.json\n`),
  http('untold', `POST ${at}\nContent-Type: application/json\n\n{{app}}\n`),
  http('none', `POST ${at}\nContent-Type: application/json\n\n{"name":"{{name}}","protocol":"SAML"}\n`),
  http('none', `GET ${at}\n`),
  jsonFile('CC-015', collection({ mode: 'raw', raw: none })),
  jsonFile('untold', collection({ mode: 'raw', raw: '{{app}}' })),
  jsonFile('untold', collection({ mode: 'file', file: { src: 'app.json' } })),
  jsonFile('none', collection({ mode: 'raw', raw: fine })),
];

function collection(body: object): string {
  const request = { method: 'POST', url: at, body };
  return JSON.stringify({ info: { name: 'a' }, item: [{ name: 'a', request }] });
}

export const bodyUsages: readonly BodyUsage[] = [...shells, ...pythons, ...scripts, ...scopes, ...others];
