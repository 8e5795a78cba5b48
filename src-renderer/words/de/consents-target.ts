import type { importTarget as english } from '../en/consents-target.ts';
import type { Words } from '../words.ts';

/** The dialog that adds a platform, in German. */
export const importTarget: Words<typeof english> = {
  importTarget: {
    open: 'Neues Ziel…',
    title: 'Neues Ziel',
    region: 'Region',
    ownRegion: 'eine andere',
    name: 'Name',
    nameHelp:
      'Buchstaben, Ziffern, „.“, „_“ und „-“; vor jedem Schreiben auf dieses Ziel ist er erneut einzugeben.',
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
      tokenEndpoint: 'Von dort bekommt der Worker-Client sein Token.',
      environmentId: 'Die ID, die in den Pfaden steht.',
      clientId: 'Er muss Benutzer und Vereinbarungen lesen und Einwilligungen für Benutzer annehmen dürfen.',
      clientSecret: 'Es wird versiegelt, bevor die Datei geschrieben wird.',
      limit: 'So viel lässt die Plattform bekanntlich zu; leer: wird ermittelt.',
    },
  },
};
