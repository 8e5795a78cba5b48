// Exits with 0 if the authorization server of the served workspace answers, else with 1.
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';

const timeoutMillis = 4_000;
// Files of a workspace may have comments and a comma after the last member.
const commented = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const lastComma = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;
const text = readFileSync(join(process.argv[2] ?? '/workspace', 'gatehouse.json'), 'utf8')
  .replace(/^\uFEFF/, '')
  .replace(commented, (_all, string = ' ') => string)
  .replace(lastComma, (_all, string = '') => string);
const manifest = JSON.parse(text);
const { port = 9031, bind = '127.0.0.1', tls = false } = manifest.services?.authorizationServer ?? {};
const host = bind === '0.0.0.0' || bind === '::' ? '127.0.0.1' : bind;

// The certificate is one of the workspace itself: here it only matters that the service answers.
const options = { host, port, path: '/.well-known/oauth-authorization-server', timeout: timeoutMillis };
const request = tls ? tlsRequest({ ...options, rejectUnauthorized: false }) : plainRequest(options);
request.on('response', (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
request.end();
