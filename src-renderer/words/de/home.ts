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
    continueHelp: 'Wartendes zuerst, dann Neuestes',
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
      runs: 'Der Lauf ist im Gange.',
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
          ? `Keine Befunde in ${plural(total, 'Fall', 'Fällen')}.`
          : `${found.join(', ')} von ${formatCount(total)}.`;
      },
      noRows: 'Die Datei wurde noch nicht gelesen.',
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
        `${formatCount(refused)} von ${plural(requests, 'Anfrage', 'Anfragen')} abgelehnt.`,
      findings: (count: number) =>
        count === 0 ? 'Keine Befunde.' : `${plural(count, 'Befund', 'Befunde')}.`,
      connected: (millis: number) =>
        `Die Gegenstelle hat die Zugangsdaten in ${formatCount(millis)}\u00a0ms akzeptiert.`,
      notConnected: 'Die Gegenstelle hat die Zugangsdaten nicht akzeptiert.',
      draft: 'Ungespeicherte Änderungen.',
    },
    act: {
      open: 'Öffnen',
      runAgain: 'Erneut ausführen',
      runFailed: (count: number) => `${formatCount(count)} erneut ausführen`,
      results: 'Ergebnisse öffnen',
      openImport: 'Import öffnen',
      resumeLoad: 'Weiterladen',
      report: 'Bericht öffnen',
      simulate: 'Neu simulieren',
      findings: 'Befunde öffnen',
      console: 'Konsole öffnen',
    },
    begin: 'Starten',
    jobs: {
      flows: ['Eine Anmeldung ausführen und jede Anfrage, Antwort und Prüfung ansehen.', 'Neuer Lauf'],
      connectors: ['Eine Benutzer-API beschreiben, testen und ihre Attribute zuordnen.', 'Neuer Konnektor'],
      throttle: ['Ein Rate-Limit mit aufgezeichnetem oder erzeugtem Verkehr testen.', 'Neue Simulation'],
      consents: ['Eine Tabelle prüfen, den Import proben und dann laden.', 'Datei importieren'],
      contract: ['Sehen, welche aufgezeichneten Anfragen eine API-Änderung bricht.', 'Aufzeichnung prüfen'],
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
        `Benutzer ${user} meldet sich über den Authorization-Server dieses Workspace bei ${client} an.`,
      asItself: (client: string) =>
        `Der Client ${client} fordert beim Authorization-Server dieses Workspace ein Token an.`,
      promise: 'Der Lauf braucht keine Eingabe, dauert wenige Sekunden und bleibt auf diesem Rechner.',
      act: 'Ersten Ablauf ausführen',
      afterwards: 'Danach: schrittweise ausführen, eine Ablehnung ansehen, einen Server angreifen.',
      own: 'Mit eigenen Dateien:',
      planned: 'Geplante Schritte',
      steps: (count: number) => plural(count, 'Schritt', 'Schritte'),
      noClient: 'Den ersten Client anlegen',
      noClientText:
        'Dieser Workspace hat noch keinen Client. Einen mit seiner Redirect-URI anlegen und dann eine Anmeldung ausführen.',
      addClient: 'Client anlegen',
      openWorkspace: 'Workspace öffnen',
      sampleWorkspace: 'Neuer Workspace aus dem Beispiel',
      noSuit: 'Einen Ablauf wählen',
      noSuitText:
        'Noch kann kein Client dieses Workspace einen Ablauf ausführen. Unter Abläufe steht, was fehlt.',
      openFlows: 'Abläufe öffnen',
    },
    checklist: 'Erste Schritte',
    step: (step: number, total: number) => `Schritt ${formatCount(step)} von ${formatCount(total)}.`,
    done: (done: number, total: number) => `${formatCount(done)} von ${formatCount(total)} erledigt`,
    next: (task: string) => `Als Nächstes: ${task}`,
    menu: 'Weitere Aktionen: Erste Schritte',
    showAll: 'Alle neun anzeigen',
    showOne: 'Nur den nächsten anzeigen',
    hide: 'Ausblenden',
    allDone: 'Alle neun Schritte sind erledigt.',
    allDoneText: 'Die Liste lässt sich ausblenden und über Hilfe wieder öffnen.',
    taskStandings: { done: 'Erledigt: ', next: 'Als Nächstes: ', open: 'Offen: ' },
    tasks: {
      token: ['Token ausstellen', 'Einen Ablauf bis zum Ende ausführen.', 'Ablauf ausführen'],
      step: [
        'Ablauf schrittweise ausführen',
        'Vor jeder Anfrage anhalten; Anfrage und Antwort ansehen.',
        'Schritt ausführen',
      ],
      refusal: ['Ablehnung ansehen', 'Sehen, welche Prüfung die Anfrage abgelehnt hat.', 'Abläufe öffnen'],
      attack: [
        'Server angreifen',
        'Den Angriffskatalog gegen den gehosteten Server ausführen.',
        'Katalog öffnen',
      ],
      connector: [
        'Konnektor testen',
        'Prüfen, ob die Gegenstelle die Zugangsdaten akzeptiert.',
        'Konnektor öffnen',
      ],
      throttle: [
        'Drosselung simulieren',
        'Verkehr auf einer Route simulieren; nichts wird gesendet.',
        'Simulieren',
      ],
      consents: [
        'Import proben',
        'Die Beispieldatei im Probelauf prüfen, dann proben; nichts wird gesendet.',
        'Import starten',
      ],
      contract: [
        'Aufzeichnung gegen den Vertrag prüfen',
        'Sehen, was mit einer späteren Version bricht.',
        'Vertrag öffnen',
      ],
      own: [
        'Eigenes importieren',
        'Clients, Konnektoren und Routen importieren oder einen Workspace öffnen.',
        'Dateien wählen',
      ],
    },
    missing: {
      client: ['Client anlegen', 'Ein Ablauf läuft im Namen eines Clients.', 'Client anlegen'],
      connector: ['Konnektor anlegen', 'Eine Benutzer-API beschreiben, dann testen.', 'Neuer Konnektor'],
      route: ['Route anlegen', 'Eine Simulation braucht eine Route des Workspace.', 'Neue Route'],
    },
    showTasks: 'Erste Schritte anzeigen',
    bring: 'Konfiguration importieren…',
    workspace: 'Workspace',
    contents: (clients: number, users: number) =>
      `${plural(clients, 'Client', 'Clients')}, ${formatCount(users)} Benutzer`,
    workspaces: 'Workspaces',
    noWorkspaces: 'Noch keine anderen Workspaces.',
    gone: 'Ordner nicht gefunden',
    open: 'jetzt offen',
    newWorkspace: 'Neuer Workspace…',
    openWorkspace: 'Öffnen…',
    problems: (count: number) => `${plural(count, 'Problem', 'Probleme')} in diesem Workspace`,
    showProblems: 'Anzeigen',
    forget: (name: string) => `${name} aus der Liste entfernen`,
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
    directoryHelp: 'Vollständiger Pfad. Der Ordner wird bei Bedarf angelegt und muss leer sein.',
    openHelp: 'Vollständiger Pfad eines Ordners, der gatehouse.json enthält.',
    from: 'Beginnen mit',
    empty: 'einem leeren Workspace',
    sample: 'dem Beispiel',
    zip: 'Zip-Datei',
    chooseZip: 'Zip-Datei auswählen…',
    noZip: 'Keine Datei ausgewählt',
    recent: 'Zuletzt geöffnet',
    acts: {
      new: 'Anlegen und öffnen',
      open: 'Öffnen',
      duplicate: 'Duplizieren und öffnen',
      import: 'Importieren und öffnen',
    },
    duplicateOnly: 'Duplizieren',
    secretsStay: 'Geheimnisse werden nicht kopiert. Unter Probleme steht, welche die Kopie braucht.',
    opening: 'Der andere Workspace wird geöffnet…',
    moved: {
      title: 'Ist das derselbe Workspace?',
      text: 'Der gespeicherte Zustand enthält Geheimnisse, Tokens, Läufe und aufgezeichnete Austausche. Nur behalten, wenn der Ordner verschoben oder umbenannt wurde.',
      adopt: 'Zustand behalten',
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
