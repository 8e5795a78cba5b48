import { decodeFormComponent, formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes the client that a request names, unproved; does what `otherwise` does where it names none that is known. */
export function takeClient(
  context: TokenContext,
  otherwise: () => void | Promise<void>,
): void | Promise<void> {
  const { request, form, runtime, notes } = context;
  const basic = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const pair = Buffer.from(basic ?? '', 'base64').toString('utf8');
  const clientId =
    basic === undefined ? formValue(form, 'client_id') : decodeFormComponent(pair.split(':')[0] ?? '');
  const client = runtime.registrations().client(clientId ?? '');
  if (client === undefined) return otherwise();
  notes.tags.push(`client:${client.clientId}`);
  context.client = client;
  context.clientMethod = basic === undefined ? 'client_id alone' : 'Basic';
  return undefined;
}
