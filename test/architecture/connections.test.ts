import { describe, expect, test } from 'vitest';
import { readModuleFiles } from './source-tree.ts';

/** Everything that can connect to another machine, or start something that does. */
const means =
  /from 'node:(?:http2|dgram|dns|dns\/promises)'|(?:from|import\() ?'undici[^']*'|\bfetch\(|new (?:WebSocket|EventSource)\(|\b(?:connect|request|get)\b[^;]*from 'node:(?:net|tls|http|https)'|\b(?:spawn|fork)\b/;

/** Where it stands, and why nobody gets out by it who may not. */
const places: Readonly<Record<string, string>> = {
  'src-main/platform/outgoing-connection.ts': 'asks the gate of the way before it connects',
  'src-main/platform/client-request.ts': 'its pools connect by openConnection, and it sends over them',
  'src-main/services/gateway/proxy/upstreams.ts': 'its pools connect by openConnection',
  'src-main/services/gateway/proxy/relay.ts': 'sends over those pools',
  'src-main/services/gateway/proxy/undici-parts.d.ts': 'types alone',
  'src-main/services/gateway/proxy/upgrade.ts': 'is handed a connection of openConnection',
  'src-main/services/sample-upstreams/sample-client.ts': 'a script of a page, to where the page is from',
  'src-main/services/sample-upstreams/mcp/tools.ts':
    'hands a request that came to the MCP server in this process',
  'src-main/platform/listens-at.ts': 'asks this machine alone whether a port is open, and sends nothing',
  'src-main/platform/browser-process.ts': 'told by its switches what it may reach',
  'src-main/platform/isolates/forked-process.ts':
    'begins with workers of the build alone, which open no connection',
  'src-main/hosts/electron/isolate-process.ts': 'the same workers',
  'src-main/hosts/control.ts': 'a socket of this user on this machine',
  'src-main/hosts/headless/control-client.ts': 'the same socket',
  'src-main/hosts/headless/open-in-browser.ts': 'opens the screens',
  'src-main/hosts/electron/update-check.ts': 'asks the feed that the person has set, whatever is open',
  'src-main/hosts/electron/desktop.ts': 'hands the update check its fetch',
};

describe('ways out of the engine', () => {
  const sources = readModuleFiles().filter(({ path }) => path.startsWith('src-main/'));

  test('each is known, and leads through the gate or needs none', () => {
    const found = sources.filter(({ text }) => means.test(text)).map(({ path }) => path);
    expect(found.toSorted()).toEqual(Object.keys(places).toSorted());
  });

  test('a way that is new is found', () => {
    for (const text of [
      "import { connect } from 'node:net';",
      "import { request as ask } from 'node:https';",
      "import { lookup } from 'node:dns/promises';",
      "const { Pool } = await import('undici');",
      'await fetch(url);',
      "import { fork } from 'node:child_process';",
      'new WebSocket(url);',
    ])
      expect([text, means.test(text)]).toEqual([text, true]);
  });

  test('pools of connections never connect by themselves', () => {
    for (const { path, text } of sources)
      if (/new Pool\w*\(/.test(text))
        expect([path, text.includes('connect(_options, callback)')]).toEqual([path, true]);
  });
});
