import { describe, expect, test } from 'vitest';
import { edited, read, requestIn, requestsOf, usagesOf } from './scripts.ts';

const usages = (text: string) => usagesOf(text, 'python');
const python = (text: string) => requestIn(text, 'python');

describe('scripts as people have them, with the requests that were written down before', () => {
  test('one that loads consents with requests', () => {
    const text = `#!/usr/bin/env python3
"""Load consents from a file, one call for each."""
import csv
import json
import os
import sys

import requests

API = "https://api.platform.example/v1"
ENV_ID = os.environ["ENV_ID"]
AGREEMENT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"


def token():
    resp = requests.post(
        f"https://auth.platform.example/{ENV_ID}/as/token",
        data={"grant_type": "client_credentials", "scope": "openid"},
        auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),
        timeout=10,
    )
    resp.raise_for_status()
    return resp.json()["access_token"]


def find_user(name):
    url = f"{API}/environments/{ENV_ID}/users"
    r = requests.get(url, params={"filter": 'username eq "%s"' % name}, headers=headers())
    return r.json()["_embedded"]["users"][0]["id"]


def headers():
    return {"Authorization": "Bearer " + token()}


def accept(user_id, when):
    url = API + "/environments/" + ENV_ID + "/users/" + user_id + "/agreementConsents/" + AGREEMENT
    body = {
        "language": {"id": "l-1"},
        "revision": {"id": "r-1"},
        "consentedAt": when,
    }
    r = requests.post(
        url,
        headers={**headers(), "Content-Type": "application/vnd.acme.consent.accept+json"},
        data=json.dumps(body),
    )
    if r.status_code != 201:
        print("failed", r.text, file=sys.stderr)


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        for row in csv.DictReader(f):
            accept(find_user(row["user"]), row["when"])
`;
    expect(usages(text)).toEqual([
      'POST auth.platform.example/${ENV_ID}/as/token',
      'GET api.platform.example/environments/${ENV_ID}/users',
      'POST api.platform.example/environments/${ENV_ID}/users/${user_id}/agreementConsents/3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    ]);
    const [grant, , consent] = requestsOf(read(text, 'python').facts);
    expect(grant?.form.get('grant_type')).toEqual(['client_credentials']);
    expect(consent?.headers.get('content-type')).toBe('application/vnd.acme.consent.accept+json');
    expect(consent?.body).toEqual({
      language: { id: 'l-1' },
      revision: { id: 'r-1' },
      consentedAt: '{{when}}',
    });
    expect(read(text, 'python').untold).toEqual([]);
  });

  test('a class around httpx with a base', () => {
    const text = `import httpx
from typing import Optional

class Platform:
    PATH = "/environments/{}"

    def __init__(self, env: str, token: str) -> None:
        self.env = env
        self.client = httpx.AsyncClient(
            base_url="https://api.platform.example/v1",
            headers={"Authorization": f"Bearer {token}", "Accept": "application/json"},
        )

    async def policies(self):
        r = await self.client.get(f"/environments/{self.env}/deviceAuthenticationPolicies")
        return r.json()

    async def rename(self, user: str, name: str, nick: Optional[str] = None):
        await self.client.patch(
            "/environments/{env}/users/{user}".format(env=self.env, user=user),
            json={"name": {"given": name}, "enabled": True, "nickname": None},
        )

    async def drop(self, user):
        return await self.client.request("DELETE", self.PATH.format(self.env) + f"/users/{user!s}")

    async def any(self, method, path):
        return await self.client.request(method, path)
`;
    expect(usages(text)).toEqual([
      'GET api.platform.example/environments/${self.env}/deviceAuthenticationPolicies',
      'PATCH api.platform.example/environments/${self.env}/users/${user}',
    ]);
    const [policies, rename] = requestsOf(read(text, 'python').facts);
    expect(policies?.headers.get('accept')).toBe('application/json');
    expect(rename?.body).toEqual({ name: { given: '{{name}}' }, enabled: true, nickname: null });
    // A constant that is formatted where it is used, and a call that takes everything from its caller.
    expect(read(text, 'python').untold).toEqual([
      { line: 25, text: 'request("DELETE"' },
      { line: 28, text: 'request(method' },
    ]);
  });

  test('urllib.request, with a request object', () => {
    const text = `from urllib.request import Request, urlopen
from urllib.parse import urlencode
import json

BASE = 'https://api.platform.example/v1'
q = urlencode({'limit': 10})
with urlopen(BASE + '/environments/e1/activeIdentityCounts?limit=10') as f:
    print(json.load(f))

req = Request(BASE + '/environments/e1/users', data=json.dumps({'username': 'ann'}).encode('utf-8'),
              headers={'Content-Type': 'application/json'})
urlopen(req)
req = Request('%s/environments/%s/users/%s' % (BASE, 'e1', uid), method='DELETE')
urlopen(req)
`;
    expect(usages(text)).toEqual([
      'GET api.platform.example/environments/e1/activeIdentityCounts',
      'POST api.platform.example/environments/e1/users',
      'DELETE api.platform.example/environments/e1/users/${uid}',
    ]);
    expect(requestsOf(read(text, 'python').facts)[1]?.body).toEqual({ username: 'ann' });
  });

  test('sessions, aliases and a helper of its own', () => {
    const text = `import requests as rq
from requests import get

s = rq.Session()
s.headers.update({'X-Client': 'nightly'})
root = 'https://api.platform.example/v1/environments/e1'
s.put(root + '/notificationsSettings', json={'defaultLanguage': 'en'})
get(root + '/users')
rq.get('https://api.vendor.example/things')

def call(method, path, body=None):
    return s.request(method, root + path, json=body)

call('POST', '/environments/e1/populations', {'name': 'p'})
`;
    expect(usages(text)).toEqual([
      'PUT api.platform.example/environments/e1/notificationsSettings',
      'GET api.platform.example/environments/e1/users',
      'GET api.vendor.example/',
      'POST /environments/e1/populations',
    ]);
    const [settings, , , population] = requestsOf(read(text, 'python').facts);
    expect(settings?.headers.get('x-client')).toBe('nightly');
    expect(population?.body).toEqual({ name: 'p' });
    expect(read(text, 'python').untold).toEqual([{ line: 12, text: 'request(method' }]);
  });
});

describe('what cannot be told is never silence', () => {
  test.each([
    'import requests\nrequests.get(url)\n',
    'import requests\nrequests.post(build_url("users"), json={})\n',
    'import httpx\nhttpx.get(f"{base}/{path}")\n',
    'import requests\nBASE = "https://api.platform.example/v1"\nrequests.get(f"{BASE}/{path}")\n',
    'import requests\nrequests.request(verb, "https://api.platform.example/v1/environments/e/users")\n',
    'import urllib.request\nurllib.request.urlopen(address)\n',
    'import requests\nrequests.get(env_url + "/users")\n',
    'import requests\nrequests.get(f"https://api.platform.example/v1/{prefix}/users")\n',
  ])('%j', (text) => {
    expect(read(text, 'python').untold).toHaveLength(1);
    expect(usages(text)).toEqual([]);
  });
});

describe('texts', () => {
  const url = (written: string) => python(`import requests\nrequests.get(${written})\n`).segments.join('/');

  test.each([
    [`"https://api.platform.example/v1" "/environments/e1/users"`, 'environments/e1/users'],
    [`r'https://api.platform.example/environments/e1/\\d'`, 'environments/e1/\\d'],
    [`f'https://api.platform.example/environments/{env["id"]}/users'`, 'environments/${value}/users'],
    [`f'https://api.platform.example/environments/{env:>3}/{{x}}'`, 'environments/${env}/{x}'],
    [
      `'https://api.platform.example/environments/{0}/users/{1}'.format(env, 'u1')`,
      'environments/${env}/users/u1',
    ],
    [`'https://api.platform.example/environments/%s/users' % env`, 'environments/${env}/users'],
    [`'https://api.platform.example/environments/%(e)s/users' % {'e': 'e9'}`, 'environments/e9/users'],
    [`"""https://api.platform.example/environments/e1/users"""`, 'environments/e1/users'],
  ])('%s', (written, path) => {
    expect(url(written)).toBe(path);
  });

  test('a variable is that of its own function', () => {
    const text = `import requests
def a():
    url = 'https://api.platform.example/environments/e1/users'
    return requests.get(url)

def b():
    # another one
    url = 'https://api.platform.example/environments/e1/groups'
    return requests.get(url)
`;
    expect(usages(text)).toEqual([
      'GET api.platform.example/environments/e1/users',
      'GET api.platform.example/environments/e1/groups',
    ]);
  });

  test('that do not end are an error with their place', () => {
    expect(() => read(`x = 'a\n`, 'python')).toThrow(/is not closed/);
    expect(() => read('x = (1,\n', 'python')).toThrow(/is not closed/);
    expect(() => read(`f'{x'\n`, 'python')).toThrow(/is not closed/);
  });
});

describe('edits', () => {
  test('a path and a member are mended in their quotes', () => {
    const text = `import requests\nrequests.put(f"https://api.platform.example/environments/{e}/deviceAuthenticationPolicy", json={"on": "true"})\n`;
    const [request] = requestsOf(read(text, 'python').facts);
    if (request === undefined) throw new Error('There is none.');
    const from = 'deviceAuthenticationPolicy';
    const path = { kind: 'replace', of: { part: 'path' }, from, to: 'deviceAuthenticationPolicies' } as const;
    const body = { kind: 'set', of: { part: 'body', path: ['on'] }, value: true } as const;
    expect(edited(text, request, path, body)).toBe(
      text.replace(from, 'deviceAuthenticationPolicies').replace('"true"', 'True'),
    );
  });
});

describe('hostile scripts', () => {
  test.each([
    ['many brackets', `x = ${'['.repeat(20_000)}`],
    ['many texts beside each other', `x = ${'"a" '.repeat(10_000)}\n`],
    ['many fields', `x = "${'{}'.repeat(10_000)}".format(1)\n`],
    ['many assignments', 'url = url + "/a"\n'.repeat(4_000)],
    ['many values in a text', `x = f"${'{a}'.repeat(10_000)}"\n`],
    ['a long line of marks', `x = ${'%'.repeat(20_000)}\n`],
    ['many sums', `import requests\nx = ${'"a" + '.repeat(10_000)}"b"\nrequests.get(x)\n`],
  ])('%s are read in linear time, or refused', (_name, text) => {
    const begin = performance.now();
    try {
      read(text, 'python');
    } catch (error) {
      expect(error).toMatchObject({ code: 'contract.unreadable' });
    }
    expect(performance.now() - begin).toBeLessThan(4_000);
  });
});
