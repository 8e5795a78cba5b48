import type { importTarget as english } from '../en/consents-target.ts';
import type { Words } from '../words.ts';

/** The dialog that adds a platform, in German. */
export const importTarget: Words<typeof english> = {
  importTarget: {
    open: 'Neues Ziel…',
    title: 'Neues Ziel',
    region: 'Region',
    ownRegion: 'andere',
    name: 'Name',
    nameHelp:
      'Buchstaben, Ziffern, „.“, „_“ und „-“. Zur Bestätigung vor jedem Schreiben auf dieses Ziel erneut einzugeben.',
    act: 'Ziel hinzufügen',
    fields: {
      baseUrl: 'Basis-URL',
      tokenEndpoint: 'Token-Endpunkt',
      environmentId: 'Umgebung',
      clientId: 'Worker-Client',
      clientSecret: 'Client-Secret',
      limit: 'Anfragen pro Sekunde',
    },
    help: {
      baseUrl: 'Mit oder ohne /v1, etwa https://api.example.com/v1.',
      tokenEndpoint: 'Hier erhält der Worker-Client sein Token.',
      environmentId: 'Die ID in den API-Pfaden.',
      clientId:
        'Benötigt das Recht, Benutzer und Vereinbarungen zu lesen und Einwilligungen für Benutzer anzunehmen.',
      clientSecret: 'Wird vor dem Schreiben der Datei verschlüsselt.',
      limit: 'Das bekannte Limit der Plattform. Leer: wird beim Laden gemessen.',
    },
  },
};
