import type { home as english } from '../en/home.ts';
import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of Home, in German. */
export const home: Words<typeof english> = {
  home: {
    title: 'Start',
    acts: 'Aktionen',
    services: 'Dienste',
    startAll: 'Alle starten',
    stopAll: 'Alle stoppen',
    activityOf: (name: string) => `${name}: Aktivität`,
    start: (name: string) => `${name} starten`,
    stop: (name: string) => `${name} stoppen`,
    restart: (name: string) => `${name} neu starten`,
    snippets: (name: string) => `${name}: Kopieren`,
    copyAddress: (name: string) => `${name}: Adresse kopieren`,
    copied: (what: string) => `${what} kopiert`,
    total: (requests: number, errors: number) =>
      `${plural(requests, 'Anfrage', 'Anfragen')}, ${errors === 0 ? 'keine' : formatCount(errors)} 5xx`,
    continue: 'Fortsetzen',
    continueHelp: 'zuerst, was wartet, dann nach Alter',
    attack: 'Angriff',
    hostedServer: 'Gehosteter Server',
    run: (title: string, number: number) => `${title}, Lauf ${formatCount(number)}`,
    andMore: (name: string, more: number) => (more === 0 ? name : `${name} und ${formatCount(more)} weitere`),
    states: {
      held: 'Angehalten',
      waits: 'Wartet',
      running: 'Läuft',
      stopped: 'Gestoppt',
      cancelled: 'Abgebrochen',
      failed: 'Gescheitert',
      draft: 'Entwurf',
      ready: 'Bereit',
      simulated: 'Simuliert',
      undone: 'Zurückgenommen',
    },
    outcome: {
      passed: (requests: number, tokens: string) =>
        `${plural(requests, 'Anfrage', 'Anfragen')}${tokens === '' ? '' : `, ausgestellt: ${tokens}`}.`,
      refused: (step: number, note: string) => `Schritt ${formatCount(step)}: ${note}`,
      held: 'Der Lauf ist vor dem nächsten Schritt angehalten.',
      waits: 'Der Lauf wartet auf die Anmeldung im Browser.',
      going: (done: number, total: number) =>
        `${formatCount(done)} von ${formatCount(total)} Fällen erledigt.`,
      runs: 'Der Lauf geht weiter.',
      ended: 'Der Lauf wurde abgebrochen.',
      attack: (
        counts: readonly (readonly ['FAILED' | 'INCONCLUSIVE' | 'WARNING' | 'REVIEW', number])[],
        total: number,
      ) => {
        const words = {
          FAILED: (count: number) => `${formatCount(count)} gescheitert`,
          INCONCLUSIVE: (count: number) => `${formatCount(count)} unklar`,
          WARNING: (count: number) => plural(count, 'Warnung', 'Warnungen'),
          REVIEW: (count: number) => `${formatCount(count)} zu prüfen`,
        };
        const found = counts
          .filter(([, count]) => count > 0)
          .map(([verdict, count]) => words[verdict](count));
        return found.length === 0
          ? `Kein Fall von ${formatCount(total)} hat etwas gefunden.`
          : `${found.join(', ')} von ${formatCount(total)}.`;
      },
      noRows: 'Die Datei ist noch nicht gelesen.',
      rows: (rows: number) => `${plural(rows, 'Zeile', 'Zeilen')} gelesen, noch nichts gesendet.`,
      planned: (rows: number) => `${plural(rows, 'Zeile', 'Zeilen')} bereit zum Laden, noch nichts gesendet.`,
      loading: (done: number, total: number) =>
        `${formatCount(done)} von ${plural(total, 'Zeile', 'Zeilen')} erledigt.`,
      stopped: (done: number, total: number) =>
        `Laden bei Zeile ${formatCount(done)} von ${formatCount(total)} gestoppt. Keine Zeile wird zweimal gesendet.`,
      loaded: (accepted: number, failed: number, total: number) =>
        `${formatCount(accepted)} von ${formatCount(total)} angenommen, ${failed === 0 ? 'keine' : formatCount(failed)} gescheitert.`,
      undone: 'Das Laden wurde zurückgenommen.',
      simulated: (refused: number, requests: number) =>
        `${formatCount(refused)} von ${plural(requests, 'Anfrage', 'Anfragen')} abgewiesen.`,
      findings: (count: number) =>
        count === 0 ? 'Keine Befunde.' : `${plural(count, 'Befund', 'Befunde')}.`,
      connected: (millis: number) =>
        `Die Gegenstelle nahm die Zugangsdaten in ${formatCount(millis)}\u00a0ms an.`,
      notConnected: 'Die Gegenstelle nahm die Zugangsdaten nicht an.',
      draft: 'Nicht gespeicherte Änderungen.',
    },
    act: {
      open: 'Öffnen',
      runAgain: 'Erneut ausführen',
      runFailed: (count: number) => `${formatCount(count)} gescheiterte`,
      results: 'Ergebnisse öffnen',
      openImport: 'Import öffnen',
      resumeLoad: 'Weiterladen',
      report: 'Bericht öffnen',
      simulate: 'Neu simulieren',
      findings: 'Befunde öffnen',
      console: 'Konsole öffnen',
    },
    begin: 'Beginnen',
    jobs: {
      flows: ['Eine Anmeldung ausführen und jede Anfrage, Antwort und Regel sehen.', 'Neuer Lauf'],
      connectors: ['Eine Benutzer-API beschreiben, prüfen und ihre Attribute zuordnen.', 'Neuer Konnektor'],
      throttle: ['Ein Limit mit aufgezeichnetem oder erdachtem Verkehr erproben.', 'Neue Simulation'],
      consents: ['Eine Tabelle prüfen, proben und dann laden.', 'Datei importieren'],
      contract: ['Sehen, was eine API-Änderung in einer Aufzeichnung bricht.', 'Aufzeichnung prüfen'],
    },
    links: {
      liveTokens: 'Gültige Tokens',
      fromSample: 'Aus einer Beispielantwort',
      imports: 'Frühere Importe',
      changes: 'Änderungen nach Datum',
    },
    firstRun: {
      title: 'Den ersten Ablauf ausführen',
      signsIn: (user: string, client: string) =>
        `Benutzer ${user} meldet sich beim Client ${client} am Autorisierungsserver dieses Workspace an.`,
      asItself: (client: string) =>
        `Der Client ${client} holt sich beim Autorisierungsserver dieses Workspace ein Token.`,
      promise: 'Der Lauf braucht keine Eingabe, dauert wenige Sekunden und bleibt auf diesem Rechner.',
      act: 'Ersten Ablauf ausführen',
      afterwards: 'Danach: schrittweise ausführen, eine Abweisung ansehen, einen Server angreifen.',
      own: 'Mit eigenem Material:',
      planned: 'Geplanter Ablauf',
      steps: (count: number) => plural(count, 'Schritt', 'Schritte'),
      noClient: 'Den ersten Client anlegen',
      noClientText:
        'Dieser Workspace hat noch keinen Client. Einen mit seiner Redirect-URI anlegen und dann eine Anmeldung ausführen.',
      addClient: 'Client anlegen',
      openWorkspace: 'Workspace öffnen',
      sampleWorkspace: 'Neuer Workspace aus dem Beispiel',
      noSuit: 'Einen Ablauf wählen',
      noSuitText:
        'Kein Client dieses Workspace kann sofort einen Ablauf ausführen. Unter Abläufe steht, was fehlt.',
      openFlows: 'Abläufe öffnen',
    },
    checklist: 'Erste Schritte',
    step: (step: number, total: number) => `Schritt ${formatCount(step)} von ${formatCount(total)}.`,
    done: (done: number, total: number) => `${formatCount(done)} von ${formatCount(total)} erledigt`,
    next: (task: string) => `Als Nächstes: ${task}`,
    menu: 'Mehr zu den ersten Schritten',
    showAll: 'Alle neun anzeigen',
    showOne: 'Nur den nächsten anzeigen',
    hide: 'Ausblenden',
    allDone: 'Alle neun Schritte sind erledigt.',
    allDoneText: 'Sie lassen sich ausblenden; über Hilfe kommen sie zurück.',
    taskStandings: { done: 'Erledigt: ', next: 'Als Nächstes: ', open: 'Offen: ' },
    tasks: {
      token: ['Token ausstellen', 'Einen Ablauf bis zum Ende ausführen.', 'Ablauf ausführen'],
      step: [
        'Ablauf schrittweise ausführen',
        'Vor jeder Anfrage anhalten und beide Seiten ansehen.',
        'Schritt ausführen',
      ],
      refusal: ['Abweisung ansehen', 'Ein Trace nennt die Regel, die abgewiesen hat.', 'Abläufe öffnen'],
      attack: [
        'Server angreifen',
        'Den Angriffskatalog gegen den gehosteten Server ausführen.',
        'Katalog öffnen',
      ],
      connector: [
        'Konnektor prüfen',
        'Die Gegenstelle fragen, ob sie die Zugangsdaten annimmt.',
        'Konnektor öffnen',
      ],
      throttle: [
        'Drosselung simulieren',
        'Eine Route mit Verkehr erproben, in virtueller Zeit.',
        'Simulieren',
      ],
      consents: [
        'Import proben',
        'Die Beispieldatei bis zum Probelauf bringen und proben; nichts wird gesendet.',
        'Import beginnen',
      ],
      contract: [
        'Aufzeichnung am API-Vertrag messen',
        'Sehen, was davon zu einem späteren Zeitpunkt bricht.',
        'Vertrag öffnen',
      ],
      own: [
        'Eigenes mitbringen',
        'Clients, Konnektoren und Routen übernehmen oder einen Workspace öffnen.',
        'Dateien wählen',
      ],
    },
    missing: {
      client: ['Client anlegen', 'Abläufe laufen mit den Clients des Workspace.', 'Client anlegen'],
      connector: ['Konnektor anlegen', 'Eine Benutzer-API beschreiben und dann prüfen.', 'Neuer Konnektor'],
      route: ['Route anlegen', 'Simulationen laufen mit den Routen des Workspace.', 'Neue Route'],
    },
    showTasks: 'Erste Schritte anzeigen',
    bring: 'Eigenes mitbringen…',
    workspace: 'Workspace',
    contents: (clients: number, users: number) =>
      `${plural(clients, 'Client', 'Clients')}, ${formatCount(users)} Benutzer`,
    workspaces: 'Workspaces',
    noWorkspaces: 'Noch kein anderer Workspace wurde geöffnet.',
    gone: 'Ordner fehlt',
    open: 'jetzt offen',
    newWorkspace: 'Neuer Workspace…',
    openWorkspace: 'Öffnen…',
    problems: (count: number) => `${plural(count, 'Problem', 'Probleme')} in diesem Workspace`,
    showProblems: 'Anzeigen',
    forget: (name: string) => `${name} vergessen`,
  },
  snippets: {
    url: 'Basis-URL',
    curl: 'curl-Befehl',
    environment: 'Umgebungsvariablen',
    discovery: 'URL des Discovery-Dokuments',
  },
  workspace: {
    titles: {
      new: 'Neuer Workspace',
      open: 'Workspace öffnen',
      duplicate: 'Diesen Workspace duplizieren',
      import: 'Workspace importieren',
    },
    name: 'Name',
    directory: 'Ordner',
    directoryHelp: 'Der vollständige Pfad. Der Ordner wird angelegt, falls er fehlt, und muss leer sein.',
    openHelp: 'Der vollständige Pfad eines Ordners mit einer gatehouse.json.',
    from: 'Inhalt am Anfang',
    empty: 'leer',
    sample: 'Beispiel',
    zip: 'Zip-Datei',
    chooseZip: 'Zip auswählen…',
    noZip: 'Keine Datei ausgewählt',
    recent: 'Früher geöffnet',
    acts: {
      new: 'Anlegen und öffnen',
      open: 'Öffnen',
      duplicate: 'Duplizieren und öffnen',
      import: 'Importieren und öffnen',
    },
    duplicateOnly: 'Duplizieren',
    secretsStay:
      'Geheimnisse bleiben, wo sie sind: Eine Kopie nennt sie nur, und unter Probleme steht, welche sie braucht.',
    opening: 'Der andere Workspace wird geöffnet…',
    moved: {
      title: 'Ist das derselbe Workspace?',
      text: 'Der Zustand enthält seine Geheimnisse, Tokens, Läufe und aufgezeichneten Anfragen. Nur übernehmen, wenn der Ordner verschoben oder umbenannt wurde.',
      adopt: 'Zustand übernehmen',
      begin: 'Mit leerem Zustand beginnen',
    },
    exported: (files: number, redacted: number, leftOut: number) =>
      [
        `${plural(files, 'Datei', 'Dateien')} exportiert`,
        ...(redacted === 0 ? [] : [`${plural(redacted, 'Geheimnis', 'Geheimnisse')} weggelassen`]),
        ...(leftOut === 0 ? [] : [`${plural(leftOut, 'Datei', 'Dateien')} weggelassen`]),
      ].join('. '),
  },
};
