import {
  type BrowseStep,
  getRequest,
  literalTemplate,
  type RequestTemplate,
  requestField,
} from '#shared/flows/index.ts';
import { formEncode } from '#shared/oauth/index.ts';
import { hiddenFields, type PageForm } from './page-form.ts';
import { PlayFailure } from './play-failure.ts';
import type { Player } from './player.ts';

/** A request, and the address that it goes to. */
interface Addressed {
  readonly url: string;
  readonly request: RequestTemplate;
}

/** The request of a browser that goes from one page to another. */
export function pageRequest(to: URL, from: URL): Addressed {
  const address = to.origin + to.pathname + to.search;
  return {
    url: address,
    request: getRequest(address, [], [...browserHeaders, ['Referer', from.origin + from.pathname]]),
  };
}

const browserHeaders = [
  ['Accept', 'text/html'],
  ['Accept-Language', 'en'],
  ['Cookie', '{{cookies?}}'],
] as const;

/** Fills in a form as a person would: who they are where it asks for a password, else their decision. @throws PlayFailure */
export async function filledForm(
  player: Player,
  step: BrowseStep,
  form: PageForm,
  page: URL,
): Promise<Addressed> {
  const url = new URL(form.action === '' ? page.href : form.action, page);
  const fields = [...hiddenFields(form), ...(await personFields(player, step, form))];
  if (form.method === 'GET') {
    url.search = fields.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&');
    return pageRequest(url, page);
  }
  const address = url.origin + url.pathname + url.search;
  const request = getRequest(address, [], [...browserHeaders, ['Origin', url.origin]]);
  return {
    url: address,
    request: {
      ...request,
      method: 'POST',
      headers: request.headers.toSpliced(
        -1,
        0,
        requestField('Content-Type', 'application/x-www-form-urlencoded'),
        requestField('Content-Length', '{{content_length}}'),
      ),
      // Page text may contain template syntax; send it literally.
      body: {
        kind: 'form',
        fields: fields.map(([name, value]) => requestField(literalTemplate(name), literalTemplate(value))),
      },
    },
  };
}

async function personFields(player: Player, step: BrowseStep, { inputs }: PageForm) {
  const password = inputs.find(({ type }) => type === 'password');
  if (password !== undefined) {
    const name = inputs.find(({ type }) => type === 'text' || type === 'email')?.name ?? 'username';
    const [who, secret] = [await player.fill(step.username), await player.fill(step.password)];
    if (who === '' || secret === '') throw new PlayFailure('The user has no usable password.');
    return [
      [name, who],
      [password.name, secret],
    ] as const;
  }
  return decisionFields(inputs, step.decision);
}

/** The button by which a person decides, as the form sends it; nothing where it has no name. */
export function decisionFields(inputs: PageForm['inputs'], decision: BrowseStep['decision']) {
  const buttons = inputs.filter(({ type, name }) => type === 'submit' && name !== '');
  const button = buttons.find(({ value }) => value === decision) ?? buttons[0];
  return button === undefined ? [] : ([[button.name, button.value]] as const);
}
