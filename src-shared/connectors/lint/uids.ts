import type { LintRule } from './rule.ts';
import { requestTexts, strategyTexts } from './texts.ts';

/** There is no uid before an object is created, nor while objects are looked for. */
export const uidsRule: LintRule = (config, report) => {
  const texts = [
    ...requestTexts(config, 'CREATE').map((text) => ({ ...text, when: 'before the object is created' })),
    ...[...requestTexts(config, 'QUERY'), ...strategyTexts(config)].map((text) => ({
      ...text,
      when: 'in a search',
    })),
  ];
  for (const { text, at, when } of texts)
    if (text.includes('{uid}'))
      report.add(
        at,
        'connector.uid-absent',
        `{uid} has no value ${when}.`,
        'Remove it, or move the request to additionalStep.',
      );
};
