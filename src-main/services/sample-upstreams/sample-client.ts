import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { ResultPage } from '#main/platform/result-page.ts';
import { parseForm } from '#shared/oauth/index.ts';
import { answerPage, clientPage, scriptedPage } from './pages.ts';

/** The effect of a callback on the run that it belongs to. */
export interface CallbackResult {
  readonly accepted: boolean;
  readonly page: ResultPage;
}

/** An authorization response as a browser brought it. */
export interface CallbackResponse {
  /** Path, with the query or the fragment in which the parameters stood. */
  readonly url: string;
  /** The posted form; null where it came in the address. OAuth 2.0 Form Post Response Mode §2 */
  readonly form: string | null;
  /** Query, form or fragment as it came. */
  readonly text: string;
}

/** The sample client's part in a flow: where a run begins in the browser, and where the answer arrives. */
export interface SampleClientPorts {
  /** Authorization request of a run that waits for a browser; null for any other id. */
  readonly authorizationUrl: (runId: string) => string | null;
  /** Takes the parameters of an authorization response. RFC 6749 §4.1.2, §4.2.2 */
  readonly callback: (parameters: ReadonlyMap<string, string>, answer: CallbackResponse) => CallbackResult;
  /** Receives the names of the repeated parameters of a refused answer. RFC 6749 §3.1 */
  readonly repeated?: (names: readonly string[], states: readonly string[]) => void;
}

/** Sends the browser of a run on to the authorization server. */
export function login(client: SampleClientPorts, query: string): HttpResponse {
  const run = parseForm(query).fields.find(({ name }) => name === 'run')?.value ?? '';
  const url = client.authorizationUrl(run);
  if (url === null)
    return clientPage(
      404,
      'No run is waiting',
      'Start the flow in Gatehouse and open its sign-in page again.',
    );
  const headers = ['Location', url, 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  return { status: 302, headers, body: '' };
}

/** A browser never sends a fragment: this script does, and reports the outcome. */
const relayScript = `const say=(heading,sentence)=>{document.querySelector('h1').textContent=heading;document.querySelector('p').textContent=sentence};const fragment=location.hash.slice(1);history.replaceState(null,'',location.pathname);fetch('/cb/fragment',{method:'POST',headers:{'content-type':'application/x-www-form-urlencoded'},body:fragment}).then(async(response)=>{const {heading,sentence}=await response.json();say(heading,sentence)}).catch(()=>say('Response not delivered','Gatehouse is not running. Start it, then run the flow again.'));`;
const relayHash = createHash('sha256').update(relayScript).digest('base64');

/** Takes an answer in the query, or hands out the page that brings the one in the fragment. RFC 6749 §4.1.2, §4.2.2 */
export function callback(client: SampleClientPorts, { query }: Pick<HttpRequest, 'query'>): HttpResponse {
  if (query === '')
    return scriptedPage('One moment', 'Sending the response to Gatehouse.', relayScript, relayHash);
  return pageOf(take(client, { url: `/cb?${query}`, form: null, text: query }));
}

/** Takes an answer that was posted. */
export function postedCallback(client: SampleClientPorts, body: string): HttpResponse {
  return pageOf(take(client, { url: '/cb', form: body, text: body }));
}

/** Takes a fragment from the page that brought it. */
export function fragmentCallback(client: SampleClientPorts, body: string): HttpResponse {
  const { status, page } = take(client, { url: `/cb#${body}`, form: null, text: body });
  const { heading, sentence } = page;
  const headers = ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'];
  return { status, headers, body: JSON.stringify({ heading, sentence }) };
}

interface Taken {
  readonly status: number;
  readonly page: ResultPage;
}

function take(client: SampleClientPorts, answer: CallbackResponse): Taken {
  const { fields, duplicates } = parseForm(answer.text);
  if (duplicates.length > 0) {
    const states = fields.filter(({ name }) => name === 'state').map(({ value }) => value);
    client.repeated?.(duplicates, states);
    return {
      status: 400,
      page: {
        outcome: 'refused',
        heading: 'The response is ambiguous',
        sentence: `${duplicates.join(', ')} ${duplicates.length === 1 ? 'occurs' : 'occur'} more than once. Gatehouse is still waiting for an unambiguous response.`,
      },
    };
  }
  const result = client.callback(new Map(fields.map(({ name, value }) => [name, value])), answer);
  return { status: result.accepted ? 200 : 400, page: result.page };
}

function pageOf({ status, page }: Taken): HttpResponse {
  return answerPage(status, page);
}
