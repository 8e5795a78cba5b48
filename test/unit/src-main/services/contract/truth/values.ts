import { groovy, http, js, jsonFile, sh, type Usage } from './usages.ts';

/** A call whose value comes from a variable, as a file of this ending, and its verdict, worked out by hand. */
export type ValueUsage = Usage;

const base = 'https://api.platform.example/v1/environments/e1';
const apps = `${base}/applications`;
const shellApps = 'https://api.platform.example/v1/environments/$E/applications';
const token = 'https://auth.platform.example/e1/as/token';
const json = "-H 'Content-Type: application/json'";
const python = (verdict: string, text: string): ValueUsage => [
  'py',
  verdict,
  `import requests\nurl = "${apps}"\n${text}\n`,
];

/** The same application in each language: the protocol is a variable, known or not. */
const readers: readonly ValueUsage[] = [
  python('untold', 'requests.post(url, json={"name": "a", "protocol": p})'),
  python('untold', 'requests.post(url, json={"protocol": args.protocol})'),
  python('untold', 'requests.post(url, json={"protocol": choose(x)})'),
  python('untold', 'requests.post(url, json={"protocol": f"{p}"})'),
  python('untold', 'requests.post(url, data=json.dumps({"protocol": p}))'),
  python('untold', 'app = {"protocol": p}\nrequests.post(url, json=app)'),
  python('none', 'requests.post(url, json={"name": p, "protocol": "SAML"})'),
  python('CC-015', 'p = "NONE"\nrequests.post(url, json={"protocol": p})'),
  python('none', 'p = "SAML"\nrequests.post(url, json={"protocol": p})'),
  js('untold', `axios.post('${apps}', { name: 'a', protocol: p })`),
  js('untold', `axios.post('${apps}', { name: 'a', protocol })`),
  js('untold', `axios.post('${apps}', { protocol: \`\${p}\` })`),
  js('untold', `axios.post('${apps}', { protocol: process.env.PROTOCOL })`),
  js('untold', `axios.post('${apps}', { protocol: isSaml ? 'SAML' : 'NONE' })`),
  js('untold', `fetch('${apps}', { method: 'POST', body: JSON.stringify({ protocol: p }) })`),
  js('none', `axios.post('${apps}', { name: p, protocol: 'SAML' })`),
  js('CC-015', `const p = 'NONE';\naxios.post('${apps}', { protocol: p })`),
  js('none', `const p = 'SAML';\naxios.post('${apps}', { protocol: p })`),
  js('none', `axios.post('${apps}/a1/roleAssignments', { protocol: p })`),
  groovy('untold', `http.post(path: '${apps}', body: [protocol: p])`),
  groovy('untold', `http.post(path: '${apps}', body: [protocol: "\${p}"])`),
  groovy('CC-015', `def p = 'NONE'\nhttp.post(path: '${apps}', body: [protocol: p])`),
  sh('untold', `curl -X POST ${shellApps} ${json} -d '{"protocol":"'"$P"'"}'`),
  sh('untold', `curl -X POST ${shellApps} ${json} -d "{\\"protocol\\":\\"$PROTOCOL\\"}"`),
  sh('untold', `curl -X POST ${shellApps} --json '{"protocol":'$P'}'`),
  sh('untold', `curl -X POST ${shellApps} ${json} -d @- <<EOF\n{"protocol": "\${PROTOCOL}"}\nEOF`),
  sh('untold', `curl -X POST ${shellApps} ${json} -d "{\\"protocol\\":\\"$(cat p)\\"}"`),
  sh('none', `curl -X POST ${shellApps} ${json} -d "{\\"protocol\\":\\"SAML\\",\\"name\\":\\"$P\\"}"`),
  sh('CC-015', `P=NONE\ncurl -X POST ${shellApps} ${json} -d "{\\"protocol\\":\\"$P\\"}"`),
  sh(
    'untold',
    `wget --header='Content-Type: application/json' --post-data='{"protocol":"'"$P"'"}' ${shellApps}`,
  ),
  sh('untold', `http POST ${shellApps} name=a protocol="$P"`),
  sh('untold', `http POST ${shellApps} name=a protocol:="$P"`),
  sh('untold', `http POST ${shellApps} name=a protocol=@protocol.txt`),
  sh('untold', `http POST ${shellApps} --raw '{"protocol":"'$P'"}'`),
  sh('none', `http POST ${shellApps} name="$P" protocol=SAML`),
  http('untold', `POST ${apps}\nContent-Type: application/json\n\n{"protocol":"{{protocol}}"}\n`),
  http('untold', `POST ${apps}\nContent-Type: application/json\n\n{"protocol":{{protocol}}}\n`),
  http('CC-015', `@p = NONE\nPOST ${apps}\nContent-Type: application/json\n\n{"protocol":"{{p}}"}\n`),
  jsonFile('untold', collection(apps, '{"protocol":"{{protocol}}"}')),
  jsonFile('untold', collection(apps, '{"protocol":{{protocol}}}')),
  jsonFile('none', collection(apps, '{"protocol":"SAML","name":"{{name}}"}')),
  jsonFile('CC-015', collection(apps, '{"protocol":"{{p}}"}', [{ key: 'p', value: 'NONE' }])),
  jsonFile('none', collection(apps, '{"protocol":"{{p}}"}', [{ key: 'p', value: 'SAML' }])),
  jsonFile('untold', JSON.stringify({ method: 'POST', url: apps, body: { protocol: '{{p}}' } })),
];

const post = (path: string, body: string) => `axios.post('${base}${path}', ${body})`;
const put = (path: string, body: string) => `axios.put('${base}${path}', ${body})`;
const consent = '/users/u1/agreementConsents/g1';
const accept = `{ headers: { 'Content-Type': 'application/vnd.acme.consent.accept+json' } }`;
const phone = '/notificationsSettings/phoneDeliverySettings';
const contents = '/templates/general/contents';

/** Each rule that asks for a member by its name, with that member untold, told, and beside one that is not asked for. */
const bodies: readonly ValueUsage[] = [
  js('untold', post('/activities', `{ filter }`)),
  js('untold', post('/activities', `{ filter: 'a eq "b" or ' + more }`)),
  js('none', post('/activities', '{ filter: `action.type eq "${type}"` }')),
  js('none', post('/activities', '{ filter: `count gt ${most} and a eq "b"` }')),
  js('CC-001', post('/activities', '{ filter: `action.type in ${types}` }')),
  // Only of an application with SAML an expression is one.
  js('untold', post('/applications', `{ protocol: p, name: 'a', subject: '{user.id}' }`)),
  js('CC-003', post('/applications', `{ protocol: 'SAML', name, subject: '{user.id}' }`)),
  js('none', post('/applications', `{ protocol: 'OPENID_CONNECT', name, subject: '{user.id}' }`)),
  js('none', post('/applications/a1/attributes', `{ name, value, mappingType: 'CUSTOM' }`)),
  js('untold', post('/notificationsPolicies', `{ name, template: { id: templateId } }`)),
  js('none', post('/notificationsPolicies', `{ name, template: { id: 'device_pairing' } }`)),
  js('untold', post('/applications/a1/attributes', `{ name: 'cn', value: '\${user.id}', mappingType }`)),
  js('none', post('/applications/a1/attributes', `{ name: 'cn', value: 'sub', mappingType, idToken: true }`)),
  js('untold', put('/signOnPolicies/p1/actions/a1', `{ type: 'LOGIN', priority: 1, condition }`)),
  js('untold', put('/signOnPolicies/p1/actions/a1', `{ type: 'LOGIN', condition: { or: [first, second] } }`)),
  js(
    'none',
    put('/signOnPolicies/p1/actions/a1', `{ type: 'LOGIN', condition: { secondsSince: since, greater } }`),
  ),
  js('CC-012', put('/signOnPolicies/p1/actions/a1', `{ type: 'LOGIN', condition: { ip_range: ranges } }`)),
  js('untold', post(phone, `{ provider, name: 'A' }`)),
  js('untold', put('/notificationsSettings', `{ smsProvidersFallbackChain: chain }`)),
  js('untold', put('/notificationsSettings', `{ smsProvidersFallbackChain: ['CUSTOM_A', second] }`)),
  js('CC-019', put('/notificationsSettings', `{ smsProvidersFallbackChain: ['Custom_A', second] }`)),
  js('none', post(phone, `{ provider: 'CUSTOM_ACME', name, sid }`)),
  // One that is not told may be the one that the chain names.
  js(
    'untold',
    `${post(phone, `{ provider: 'CUSTOM_A' }`)}\n${post(phone, `{ provider: p }`)}\n${put('/notificationsSettings', `{ smsProvidersFallbackChain: ['CUSTOM_B'] }`)}`,
  ),
  js('untold', post('/passwordPolicies', `{ name: 'a', length: { min, max: 32 } }`)),
  js('untold', post('/passwordPolicies', `{ name: 'a', minLength: shortest }`)),
  js('untold', post('/passwordPolicies', `{ name: 'a', length }`)),
  js('CC-026', post('/passwordPolicies', `{ name, history }`)),
  js('none', post('/passwordPolicies', `{ name, length: { min: 8, max } }`)),
  js('none', put('/users/u1/password', `{ value: password, bypassPolicy: true }`)),
  js('untold', put('/users/u1/password', `{ value: password, bypassPolicy: isAdmin }`)),
  js('untold', put('/users/u1/password', `{ value: 'short', bypassPolicy: isAdmin }`)),
  js('none', post(consent, `{ language: { id: l }, revision: { id: r }, consentedAt: at }, ${accept}`)),
  js('untold', post(consent, `{ language, revision: { id: r } }, ${accept}`)),
  js('CC-029', post(consent, `{ language, revision: {} }, ${accept}`)),
  js('none', `axios.patch('${base}/users/u1', { nickname: given, name: { given } })`),
  // The same texts twice, or not: that is only known when it runs.
  js(
    'untold',
    `${post(contents, `{ locale: 'de', deliveryMethod: 'SMS', body: 'a' }`)}\n${post(contents, `{ locale, deliveryMethod: 'SMS', body: 'b' }`)}`,
  ),
  js(
    'none',
    `${post(contents, `{ locale, deliveryMethod: 'Email', body: 'a' }`)}\n${post(contents, `{ locale, deliveryMethod: 'SMS', body: 'b' }`)}`,
  ),
  js('none', post(contents, `{ locale, deliveryMethod: 'SMS', body }`)),
  // A variable of the script is none of the platform.
  js('none', post(contents, `{ locale: 'de', deliveryMethod: 'SMS', subject: text, body: Text }`)),
  js('none', post(contents, `{ locale: 'de', deliveryMethod: 'SMS', body: details.basket }`)),
  js('none', post(contents, '{ locale: "de", deliveryMethod: "SMS", body: `Hello ${details.basket}` }')),
  js('CC-024', post(contents, `{ locale: 'de', deliveryMethod: 'SMS', body: 'Hello \${details.basket}' }`)),
  js(
    'CC-014',
    post(contents, '{ locale: "de", deliveryMethod: "SMS", body: `\\${user} ${user} \\${User}` }'),
  ),
  js('none', post(contents, '{ locale: "de", deliveryMethod: "SMS", body: `\\${user} ${User}` }')),
  // Between single quotation marks nothing is filled in.
  js(
    'CC-014',
    `const user = 'x';\n${post(contents, `{ locale: 'de', deliveryMethod: 'SMS', body: '\${user} \${User}' }`)}`,
  ),
  python(
    'none',
    `requests.post("${base}${contents}", json={"locale": "de", "deliveryMethod": "SMS", "subject": text, "body": Text})`,
  ),
  sh(
    'none',
    `curl ${base}${contents} --json '{"locale":"de","deliveryMethod":"SMS","subject":"'"$user"'","body":"'"$User"'"}'`,
  ),
  sh(
    'CC-014',
    `curl ${base}${contents} --json '{"locale":"de","deliveryMethod":"SMS","subject":"\${user}","body":"\${User}"}'`,
  ),
  // A name that is only known when it runs may be any.
  sh('untold', `curl ${shellApps} --json '{"'"$KEY"'":"NONE"}'`),
  sh('untold', `http POST ${shellApps} "$KEY"=NONE`),
];

/** Parameters and header fields whose value a rule compares. */
const parameters: readonly ValueUsage[] = [
  sh('untold', `curl -G "${base}/activities" --data-urlencode "filter=$FILTER"`),
  sh('none', `curl -G "${base}/activities" --data-urlencode "filter=action.type eq \\"$TYPE\\""`),
  sh('none', `curl "${base}/activities?limit=$LIMIT"`),
  sh('none', `curl -G "${base}/groups" --data-urlencode "filter=$FILTER"`),
  python('untold', `requests.get("${base}/activities", params={"filter": f, "limit": 5})`),
  sh('untold', `curl -X POST ${token} -d grant_type=client_credentials -d "scope=$S"`),
  sh('untold', `curl -X POST ${token} -d grant_type=client_credentials -d "scope=openid $S"`),
  sh('none', `curl -X POST ${token} -d grant_type=client_credentials -d "scope=openid" -d "client_id=$ID"`),
  sh('CC-007', `curl -X POST ${token} -d grant_type=client_credentials -d "scope=p1:read:env:user $S"`),
  python('untold', `requests.post("${token}", data={"grant_type": "client_credentials", "scope": s})`),
  http(
    'untold',
    `POST ${token}\nContent-Type: application/x-www-form-urlencoded\n\ngrant_type=client_credentials&scope={{scope}}\n`,
  ),
  // With another grant there is no code whose exchange could lack its proof.
  sh('untold', `curl -X POST ${token} -d "grant_type=$G" -d client_id=c -d "code=$C"`),
  sh('none', `curl -u "$U" -X POST ${token} -d "grant_type=$G" -d "code=$C"`),
  sh(
    'untold',
    `curl "https://auth.platform.example/e1/as/authorize?client_id=c&response_type=code&redirect_uri=$R"`,
  ),
  sh(
    'none',
    `curl "https://auth.platform.example/e1/as/authorize?client_id=c&response_type=code&redirect_uri=$R&code_challenge=$X"`,
  ),
  sh(
    'untold',
    `curl "https://auth.platform.example/e1/as/authorize?client_id=c&response_type=$T&redirect_uri=app:/cb"`,
  ),
  js(
    'untold',
    `fetch('${base}/users/import', { method: 'POST', headers: { 'Content-Type': type }, body: text })`,
  ),
  js(
    'untold',
    post(consent, `{ language: { id: l }, revision: { id: r } }, { headers: { 'Content-Type': mediaType } }`),
  ),
  python(
    'untold',
    `requests.post("${base}${consent}", json={"language": {"id": l}, "revision": {"id": r}}, headers={"Content-Type": TYPE})`,
  ),
  sh('untold', `curl "${base}/templates/$TEMPLATE/contents"`),
  sh('none', `curl "${base}/users/$ID/devices"`),
];

function collection(url: string, raw: string, variable: readonly object[] = []): string {
  const request = { method: 'POST', url, body: { mode: 'raw', raw } };
  return JSON.stringify({ info: { name: 'a' }, variable, item: [{ name: 'a', request }] });
}

export const valueUsages: readonly ValueUsage[] = [...readers, ...bodies, ...parameters];
