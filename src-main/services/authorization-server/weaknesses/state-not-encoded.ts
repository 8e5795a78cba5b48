import type { HttpResponse } from '#main/platform/http.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { decodeFormComponent } from '#shared/oauth/index.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter, changeHeaders } from './alter.ts';

/** Writes the decoded state into the head of the answer: an ampersand in it ends the parameter, a line break the header. */
export const stateNotEncoded: Weakness<FrontContext> = {
  id: 'state-not-encoded',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'state put into the address as it decodes',
  clause: 'RFC 6749 §10.14',
  instead: (context) => alter(context, decodeState),
};

function decodeState(response: HttpResponse): HttpResponse {
  const injected: string[] = [];
  const changed = changeHeaders(response, (name, value) => {
    if (name !== 'location') return value;
    const [location = '', ...lines] = withDecodedState(value).split(/\r?\n|\r/);
    for (const line of lines) injected.push(...headerOf(line));
    return printable(location);
  });
  return { ...changed, headers: [...changed.headers, ...injected] };
}

function withDecodedState(location: string): string {
  return location.replace(
    /([?&#]state=)([^&]*)/,
    (whole, start: string, raw: string) => `${start}${decodeFormComponent(raw) ?? whole}`,
  );
}

/** The header that a line of the head is; nothing where it is none. */
function headerOf(line: string): readonly string[] {
  const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [name, printable(value.trimStart())];
}

/** Header fields cannot hold everything: such characters are lost. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}
