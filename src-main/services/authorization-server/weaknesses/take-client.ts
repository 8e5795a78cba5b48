import { decodeFormComponent, formValue } from '#shared/oauth/index.ts';
import type { BackContext } from '../token/context.ts';

/** The client that a request names, by header or body. */
export function namedClient({ request, form }: BackContext): string | undefined {
  const basic = basicOf(request.headers.authorization);
  if (basic === undefined) return formValue(form, 'client_id');
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  return decodeFormComponent(pair.split(':')[0] ?? '') ?? undefined;
}

/** Takes the client that a request names, unproved; does what `otherwise` does where it names none that is known. */
export function takeClient(
  context: BackContext,
  otherwise: () => void | Promise<void>,
): void | Promise<void> {
  const { request, runtime, notes } = context;
  const client = runtime.registrations().client(namedClient(context) ?? '');
  if (client === undefined) return otherwise();
  notes.tags.push(`client:${client.clientId}`);
  context.client = client;
  context.clientMethod =
    basicOf(request.headers.authorization) === undefined ? 'none' : 'client_secret_basic';
  return undefined;
}

function basicOf(authorization: string | undefined): string | undefined {
  return /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
}
