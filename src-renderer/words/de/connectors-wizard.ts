import type { connectorWizard as english } from '../en/connectors-wizard.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of the dialogs of the connector studio, in German: the wizard, changes, export and new object types. */
export const connectorWizard: Words<typeof english> = {
  connectorWizard: {
    title: 'Neuer Konnektor',
    act: 'Konnektor anlegen',
    source: 'Beginnen mit',
    sources: { sample: 'Beispielantwort', openapi: 'OpenAPI-Dokument', empty: 'Leer' },
    sourceHelp: {
      sample:
        'Eine Antwort der API einfügen. Gatehouse erkennt Bezeichner, Attribute, Typen und Seitenfolge.',
      openapi: 'Ein OpenAPI-3-Dokument wählen. Pfade werden zu Operationen, Schemas zu Attributen.',
      empty: 'Ein minimales Dokument; den Rest ergänzen Sie.',
    },
    name: 'Systemname',
    nameHelp:
      'Buchstaben, Ziffern, Bindestrich und Unterstrich. Teil der Pfade der Verwaltungsschnittstelle.',
    taken: 'Ein Konnektor mit diesem Namen ist schon vorhanden.',
    serviceUriHelp: 'Basis-URL der API, etwa https://hr.example.com/api.',
    endsWithPath: (path: string) => `Die URL endet mit dem Pfad der Liste, ${path}.`,
    takeOff: (path: string) => `${path} entfernen`,
    path: 'Listenpfad',
    pathHelp: 'Unterhalb der Basis-URL. Jedes Objekt liegt unter diesem Pfad plus Bezeichner.',
    objectType: 'Objekttyp',
    objectTypeHelp: '__ACCOUNT__ für Personen, __GROUP__ für Gruppen oder ein eigener Name.',
    fetch: 'Beispiel abrufen',
    fetchHelp:
      'Sendet ein GET mit den Zugangsdaten oben. Beim Anlegen des Konnektors werden sie gespeichert.',
    sample: 'Beispielantwort',
    sampleHelp: 'Eine Liste oder ein Objekt, als JSON.',
    authentication: 'Authentifizierung',
    authenticationKinds: {
      none: 'keine',
      basic: 'BASIC: Benutzername und Passwort',
      token: 'TOKEN: ein festes Token',
      clientCredentials: 'OAUTH: Client Credentials',
      header: 'ein Schlüssel in einem Header',
    },
    chooseFile: 'Datei wählen…',
    file: 'OpenAPI-Dokument',
    noOpenApi: 'Kein OpenAPI-3-Dokument in JSON oder YAML.',
    noResources: 'Das Dokument beschreibt keine Liste von Objekten.',
    resource: 'Objekte',
    nothing: {
      sample: 'Im Beispiel erkannte Attribute erscheinen hier.',
      openapi: 'Die Inhalte des Dokuments erscheinen hier.',
      empty: 'Objekttypen und Operationen im Studio hinzufügen.',
    },
    found: (attributes: number, records: number | null) =>
      records === null
        ? `${plural(attributes, 'Attribut', 'Attribute')} erkannt`
        : `${plural(attributes, 'Attribut', 'Attribute')} in ${plural(records, 'Datensatz', 'Datensätzen')} erkannt`,
    list: 'Liste',
    wholeAnswer: 'ganze Antwort',
    value: 'Wert',
    paging: 'Seitenfolge',
    pagingKinds: {
      none: 'keine',
      offset: 'Offset und Limit',
      number: 'Seitennummer',
      cookie: 'Cookie der nächsten Seite',
      link: 'URL der nächsten Seite',
    },
    sizeParameter: 'Parameter für Seitengröße',
    offsetParameter: 'Parameter für Offset',
    pageParameter: 'Parameter für Seitennummer',
    cookieParameter: 'Parameter für Cookie',
    cookiePath: 'Cookie-Pfad in der Antwort',
    linkPath: 'URL-Pfad in der Antwort',
    linkHeader: 'URL im Header Link',
    rewriteOrigin: 'Gegenstelle hinter einem Proxy: nur Pfad und Query der URL behalten',
    oneBased: 'Erster Datensatz ist 1, nicht 0',
    diff: {
      title: 'Nicht gespeicherte Änderungen',
      onlyLayout: 'Nur Kommentare oder Layout unterscheiden sich.',
      place: 'Pfad',
      saved: 'Gespeichert',
      now: 'Jetzt',
      revert: 'Alle Änderungen verwerfen',
    },
    exporting: {
      title: 'Konnektor exportieren',
      text: 'Das Konnektor-Dokument, zum Import in eine andere Installation.',
      savedOnly: 'Exportiert den gespeicherten Stand, ohne nicht gespeicherte Änderungen.',
      secrets: 'Geheimnisse',
      without: 'Weglassen',
      encrypted: 'Verschlüsseln',
      alias: 'Schlüssel-Alias',
      aliasHelp: 'Der Schlüssel des Ziels, mit dem Geheimnisse als $crypto verschlüsselt werden.',
      leftOut: 'Weggelassen: im Ziel zu setzen',
      variables: 'Vom Ziel benötigte Variablen',
      extensions: 'Vom Ziel ignorierte Erweiterungen',
      act: 'Exportieren',
    },
    newType: {
      title: 'Neuer Objekttyp',
      name: 'Name',
      help: 'Etwa __ACCOUNT__ oder __GROUP__: Buchstaben, Ziffern, Punkt, Bindestrich und Unterstrich.',
      taken: 'Der Konnektor hat diesen Objekttyp schon.',
      act: 'Objekttyp hinzufügen',
    },
  },
};
