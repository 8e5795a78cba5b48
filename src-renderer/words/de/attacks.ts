import type { attacks as english } from '../en/attacks.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of the attack mode of the flow debugger, in German. */
export const attacks: Words<typeof english> = {
  attacks: {
    title: 'Angriffsmodus',
    commands: {
      runAll: 'Den ganzen Angriffskatalog ausführen',
      runChosen: 'Die ausgewählten Angriffe ausführen',
      runCase: (id: string) => (id === '' ? 'Geöffneten Fall ausführen' : `Fall ${id} ausführen`),
      cancel: 'Angriffe abbrechen',
    },
    server: 'Server',
    profile: 'Profil',
    profiles: {
      'as-configured': 'wie konfiguriert',
      product: 'Produkt',
      strict: 'streng',
      training: 'Training',
    },
    weaknesses: 'Schwachstellen',
    weaknessCount: (count: number) =>
      count === 0 ? 'keine' : plural(count, 'Schwachstelle', 'Schwachstellen'),
    weaknessTitle: 'Eingeschaltete Schwachstellen',
    weaknessHelp:
      'Jede nimmt der Kopie, die angegriffen wird, eine Prüfung weg. Sie wirken nur im Profil Training.',
    weaknessSought: 'Schwachstellen suchen',
    weaknessNone: 'Keine Schwachstelle hat das im Namen.',
    weaknessClear: 'Alle ausschalten',
    hosted:
      'Eine Kopie des gehosteten Servers auf eigenen Ports, mit Clients und Benutzern des Katalogs: Der Workspace bleibt unberührt.',
    external: (origin: string) =>
      `Anfragen gehen an ${origin}. Was das Innere eines Servers braucht oder einen Teil, der für ihn nicht konfiguriert ist, wird übersprungen.`,
    runAll: 'Alle starten',
    runPart: {
      selected: (count: number) => `Auswahl starten (${count})`,
      failed: (count: number) => `Fehlgeschlagene starten (${count})`,
      open: (count: number) => `Offene starten (${count})`,
      shown: (count: number) => `Angezeigte starten (${count})`,
    },
    runParts: 'Einen Teil des Katalogs starten',
    runCase: 'Fall starten',
    previousCase: 'Voriger offener Fall',
    nextCase: 'Nächster offener Fall',
    placeOf: (position: number, count: number) => `${position} von ${count}`,
    lookFirst: 'Zuerst ansehen',
    isNew: 'neu',
    changedSince: (newCount: number, goneCount: number, time: string) =>
      `${newCount} neu seit ${time}, ${goneCount} weg`,
    toLookAt: (open: number, total: number) =>
      open === 0
        ? `Nichts anzusehen in ${plural(total, 'Fall', 'Fällen')}.`
        : `${open} von ${plural(total, 'Fall', 'Fällen')} ansehen.`,
    showLarger: (total: number, time: string) => `Zurück zum Lauf mit ${total} Fällen um ${time}`,
    cancel: 'Abbrechen',
    report: 'Bericht',
    formats: { html: 'HTML', markdown: 'Markdown', junit: 'JUnit XML', sarif: 'SARIF', json: 'JSON' },
    saved: (fileName: string) => `${fileName} gespeichert`,
    disruptive: 'Auch sperren und belasten',
    aboutServer: 'Über den Server',
    openForOneReason: (count: number) => `${count} Fälle sind aus demselben Grund unklar.`,
    firstOfThem: (id: string) => `${id} öffnen`,
    run: 'Lauf',
    runLabel: (time: string, profile: string, total: number) =>
      `${time}, ${profile}, ${plural(total, 'Fall', 'Fälle')}`,
    progress: 'Erledigte Fälle',
    done: (done: number, total: number) => `${done}/${total}`,
    states: {
      running: 'Läuft.',
      paused: 'Angehalten.',
      done: 'Fertig.',
      cancelled: 'Abgebrochen.',
      failed: 'Der Lauf ist fehlgeschlagen.',
    },
    counts: (parts: readonly string[]) => parts.join(', '),
    count: (count: number, verdict: string) => `${count} ${verdict}`,
    panes: 'Teile des Angriffsmodus',
    catalogue: 'Katalog',
    catalogueCount: (shown: number, total: number) =>
      shown === total ? `${total}` : `${shown} von ${total}`,
    tree: 'Fälle nach Gruppen',
    chooseShown: 'Angezeigte wählen',
    chooseNone: 'Keine wählen',
    filterText: 'Nach ID, Titel oder Fundstelle filtern',
    filterPlaceholder: 'ID, Titel oder Fundstelle',
    group: 'Gruppe',
    verdict: 'Urteil',
    severity: 'Schwere',
    all: 'alle',
    notRun: 'nicht gelaufen',
    noMatch: 'Kein Fall passt zum Filter.',
    clearFilter: 'Filter löschen',
    severities: { critical: 'kritisch', high: 'hoch', medium: 'mittel', low: 'gering' },
    severityOf: (word: string) => `Schwere: ${word}`,
    emptyTitle: 'Sehen, was der Server durchlässt',
    empty: (count: number) =>
      `Jeder der ${count} Fälle spielt zuerst den Ablauf, wie er sein soll, dann den Angriff, und sagt, was dabei herauskam.`,
    noneOpenTitle: 'Kein Fall ist geöffnet',
    noneOpen:
      'Einen Fall im Katalog öffnen, um zu lesen, was er angreift, was erwartet wurde und was herauskam.',
    detail: 'Fall',
    detailOf: (id: string) => `Fall ${id}`,
    gain: 'Was ein Angreifer gewinnt',
    fix: 'Abhilfe',
    clauses: 'Fundstellen',
    ownGroup: (title: string) => `${title}, eigene Fälle`,
    ownFile: 'Datei des Arbeitsbereichs',
    withheld: 'Wird nicht gespielt:',
    about: 'Wer geprüft wird',
    abouts: {
      'authorization-server': 'Authorization-Server',
      client: 'Client',
      'resource-server': 'Resource-Server',
    },
    should: 'An der Fundstelle steht SHOULD: Ein Verstoß ist eine Warnung.',
    reason: 'Grund',
    variants: 'Varianten',
    theAttack: 'Der Angriff',
    notRunYet: 'Noch nicht gelaufen.',
    checks: 'Was erwartet wurde und was herauskam',
    outcome: 'Ergebnis',
    step: 'Schritt',
    expected: 'Erwartet',
    expectedWords: {
      or: ' oder ',
      page: 'eine Fehlerseite, keine Weiterleitung',
      redirect: (error: string) =>
        error === ''
          ? 'eine Weiterleitung zum Client mit einem Fehler'
          : `eine Weiterleitung zum Client mit ${error}`,
      refused: 'irgendeine Ablehnung',
      signIn: 'die Anmeldeseite',
      ok: 'Erfolg (2xx)',
      tokens: 'Tokens (200)',
      callback: 'eine Weiterleitung zum Client mit Code oder Token',
      json: (status: string, error: string) =>
        error === '' ? `${status} mit einem Fehler` : `${status} mit ${error}`,
      challenge: (status: string, error: string) =>
        error === ''
          ? `${status} mit einer Bearer-Challenge`
          : `${status} mit einer Bearer-Challenge, die ${error} nennt`,
      headerThere: (name: string) => `${name} wird gesendet`,
      headerHas: (name: string, part: string) => `${name} enthält ${part}`,
      headerFits: (name: string, pattern: string) => `${name} passt auf ${pattern}`,
      noHeader: (name: string) => `kein ${name}`,
    },
    actual: 'Tatsächlich',
    outcomes: {
      met: 'erfüllt',
      broken: 'verletzt',
      otherwise: 'anders abgelehnt',
      review: 'zu sichten',
      unknown: 'unbekannt',
      inconclusive: 'unklar',
    },
    isShould: 'SHOULD',
    exchanges: 'Austausche',
    control: 'Kontrolle',
    mutant: 'Mutant',
    noAnswer: 'keine Antwort',
    notSent: 'nicht gesendet',
    diffStep: (step: string) => `${step} vergleichen`,
    diffShort: 'Vergleichen',
    diff: 'Kontrolle und Mutant vergleichen',
    openMutant: 'Als Lauf öffnen',
    openControl: 'Kontrolle öffnen',
    openNamed: (act: string, variant: string) => `${act}: ${variant}`,
    confirmTitle: (title: string) => `${title} angreifen?`,
    confirm: (origin: string) =>
      `${origin} liegt nicht auf diesem Rechner. Der Katalog sendet Hunderte fehlerhafter Anfragen dorthin und rät Passwörter und Geheimnisse der Clients. Nur fortfahren, wenn dieser Server geprüft werden darf.`,
    confirmLabel: (host: string) => `Zum Bestätigen ${host} eingeben`,
    confirmAct: 'Angriffe erlauben',
    dismiss: 'Ausblenden',
  },
};
