import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { ClientContext } from '../context.ts';

/** Leads browsers wherever a link says. */
export const clientNextAnywhere: Weakness<ClientContext> = {
  id: 'client-next-anywhere',
  pipeline: 'client.*',
  step: 'next-own',
  title: 'Client is an open redirector',
  clause: 'RFC 9700 §4.11.1',
  instead: (context) => void (context.next = formValue(context.form, 'next') ?? null),
};
