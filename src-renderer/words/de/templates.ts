import type { templates as english } from '../en/templates.ts';
import type { Words } from '../words.ts';

/** Words of what begins with a template, in German. */
export const templates: Words<typeof english> = {
  templates: {
    begin: 'Aus einer Vorlage…',
    titles: {
      client: 'Neuer Client aus einer Vorlage',
      connector: 'Neuer Konnektor aus einer Vorlage',
      route: 'Neue Route aus einer Vorlage',
      import: 'Zuordnung aus einer Vorlage',
    },
    template: 'Vorlage',
    secretHelp: 'Wird verschlüsselt gespeichert.',
    madeUpHelp: 'Wird verschlüsselt gespeichert. Leer lassen, um eines zu erzeugen.',
    make: 'Anlegen',
    kept: (name: string) => `${name} als Vorlage gespeichert`,
    reading: 'Vorlagen werden gelesen…',
  },
};
