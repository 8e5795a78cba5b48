import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { escapeHtml } from '../pages/html.ts';
import { alter, withoutHeaders } from './alter.ts';

/** Writes what the request says into the page as it came, and lets its scripts run. */
export const markupNotEscaped: Weakness<FrontContext> = {
  id: 'markup-not-escaped',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Markup of the request shown as it came',
  clause: 'RFC 6749 §10.14',
  instead: (context) => {
    const values = context.form.fields.map(({ value }) => value);
    alter(context, (response) =>
      withoutHeaders(
        { ...response, body: values.reduce(unescape, String(response.body)) },
        'content-security-policy',
      ),
    );
  },
};

function unescape(page: string, value: string): string {
  const escaped = escapeHtml(value);
  return escaped === value ? page : page.replaceAll(escaped, () => value);
}
