import type { connectorWizard as english } from '../en/connectors-wizard.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of the dialogs of the connector studio, in German: the wizard, changes, export and new object types. */
export const connectorWizard: Words<typeof english> = {
  connectorWizard: {
    title: 'Neuer Konnektor',
    act: 'Konnektor anlegen',
    source: 'Beginnen mit',
    sources: { sample: 'Beispielantwort', openapi: 'OpenAPI-Dokument', empty: 'Nichts' },
    sourceHelp: {
      sample: 'Eine Antwort der API einfügen: Bezeichner, Attribute, Typen und Seitenfolge werden erkannt.',
      openapi: 'Ein OpenAPI-3-Dokument wählen: Aus Pfaden werden Operationen, aus Schemas Attribute.',
      empty: 'Nur das Gerüst des Dokuments; alles andere wird von Hand ergänzt.',
    },
    name: 'Name des Systems',
    nameHelp:
      'Buchstaben, Ziffern, Bindestrich und Unterstrich. Er steht in den Pfaden der Verwaltungsschnittstelle.',
    taken: 'Einen Konnektor mit diesem Namen gibt es schon.',
    serviceUriHelp: 'Basis-URL der API, etwa https://hr.example.com/api.',
    endsWithPath: (path: string) => `Die Adresse endet mit dem Pfad der Liste, ${path}.`,
    takeOff: (path: string) => `${path} entfernen`,
    path: 'Pfad der Liste',
    pathHelp: 'Unterhalb der Basis-URL; ein einzelnes Objekt liegt unter diesem Pfad mit seinem Bezeichner.',
    objectType: 'Objekttyp',
    objectTypeHelp: '__ACCOUNT__ für Personen, __GROUP__ für Gruppen oder ein eigener Name.',
    fetch: 'Beispiel von der API abrufen',
    fetchHelp:
      'Sendet ein GET mit den Zugangsdaten oben. Gespeichert werden sie beim Anlegen des Konnektors.',
    sample: 'Beispielantwort',
    sampleHelp: 'Eine Liste oder ein Objekt, als JSON.',
    authentication: 'Authentifizierung',
    authenticationKinds: {
      none: 'keine',
      basic: 'BASIC: Name und Passwort',
      token: 'TOKEN: ein festes Token',
      clientCredentials: 'OAUTH: Client Credentials',
      header: 'ein Schlüssel in einem Header-Feld',
    },
    chooseFile: 'Datei wählen…',
    file: 'OpenAPI-Dokument',
    noOpenApi: 'Das ist kein OpenAPI-3-Dokument in JSON oder YAML.',
    noResources: 'Das Dokument beschreibt keine Liste von Objekten.',
    resource: 'Objekte',
    nothing: {
      sample: 'Hier erscheint, was im Beispiel erkannt wird.',
      openapi: 'Hier erscheint, was das Dokument beschreibt.',
      empty: 'Objekttypen und Operationen kommen im Studio hinzu.',
    },
    found: (attributes: number, records: number | null) =>
      records === null
        ? `${plural(attributes, 'Attribut', 'Attribute')} erkannt`
        : `${plural(attributes, 'Attribut', 'Attribute')} in ${plural(records, 'Datensatz', 'Datensätzen')} erkannt`,
    list: 'Liste',
    wholeAnswer: 'die ganze Antwort',
    value: 'Wert',
    paging: 'Seitenfolge',
    pagingKinds: {
      none: 'keine',
      offset: 'Offset und Limit',
      number: 'Seitennummer',
      cookie: 'Cookie der nächsten Seite',
      link: 'Adresse der nächsten Seite',
    },
    sizeParameter: 'Parameter der Größe',
    offsetParameter: 'Parameter des Offsets',
    pageParameter: 'Parameter der Seite',
    cookieParameter: 'Parameter des Cookies',
    cookiePath: 'Pfad des Cookies in der Antwort',
    linkPath: 'Pfad der Adresse in der Antwort',
    linkHeader: 'Die Adresse steht im Header-Feld Link',
    rewriteOrigin: 'Die Gegenstelle liegt hinter einem Proxy: nur Pfad und Query der Adresse zählen',
    oneBased: 'Der erste Datensatz ist 1, nicht 0',
    diff: {
      title: 'Änderungen seit dem Speichern',
      onlyLayout: 'Nur Kommentare oder das Layout unterscheiden sich.',
      place: 'Stelle',
      saved: 'Gespeichert',
      now: 'Jetzt',
      revert: 'Alle Änderungen verwerfen',
    },
    exporting: {
      title: 'Konnektor exportieren',
      text: 'Das Dokument des Hosts, zur Übernahme in eine andere Installation.',
      savedOnly:
        'Exportiert wird der gespeicherte Stand; nicht gespeicherte Änderungen sind nicht enthalten.',
      secrets: 'Geheimnisse',
      without: 'Weglassen',
      encrypted: 'Verschlüsseln',
      alias: 'Schlüssel-Alias',
      aliasHelp: 'Schlüssel des Ziels, unter dem Geheimnisse als $crypto stehen.',
      leftOut: 'Weggelassen: im Ziel zu ergänzen',
      variables: 'Variablen, die das Ziel kennen muss',
      extensions: 'Erweiterungen, die das Ziel nicht liest',
      act: 'Exportieren',
    },
    newType: {
      title: 'Neuer Objekttyp',
      name: 'Name',
      help: 'Etwa __ACCOUNT__ oder __GROUP__: Buchstaben, Ziffern, Punkt, Bindestrich und Unterstrich.',
      taken: 'Diesen Objekttyp hat der Konnektor schon.',
      act: 'Objekttyp hinzufügen',
    },
  },
};
