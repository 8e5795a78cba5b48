import type { status as english } from '../en/status.ts';
import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

const services = {
  authorizationServer: { short: 'AS', name: 'Authorization-Server' },
  connectorHost: { short: 'Konnektoren', name: 'Konnektor-Host' },
  gateway: { short: 'GW', name: 'Gateway' },
  platform: { short: 'Platform', name: 'Plattform-Sandbox' },
  sampleUpstreams: { short: 'Samples', name: 'Beispiel-Upstreams' },
} as const;

/** Words of the status bar and what opens from it, in German. */
export const status: Words<typeof english> = {
  status: {
    label: 'Status',
    services,
    states: { running: 'läuft', starting: 'startet', stopped: 'gestoppt', failed: 'fehlgeschlagen' },
    requests: 'Anfragen',
    errors: '5xx',
    address: 'Adresse',
    port: 'Port',
    state: 'Zustand',
    start: 'Starten',
    stop: 'Stoppen',
    restart: 'Neu starten',
    starting: (name: string) => `${name} starten`,
    clockReal: 'Uhr: echt',
    clockMoved: (offset: string) => `Uhr: ${offset}`,
    clockFrozen: 'eingefroren',
    noJobs: 'Keine Aufträge',
    jobs: (count: number) => plural(count, 'Auftrag', 'Aufträge'),
    problems: (count: number) => plural(count, 'Problem', 'Probleme'),
    profile: 'Profil:',
    weaknesses: (count: number) => plural(count, 'Schwachstelle aktiv', 'Schwachstellen aktiv'),
    environment: 'Umgebung:',
    noEnvironment: 'keine',
    environmentTitle: 'Umgebungen',
    environmentHelp:
      'Eine Umgebung überschreibt Werte des Workspace. Neue Adressen gelten nach einem Neustart der Dienste.',
    noEnvironments: 'Noch keine Umgebungen. Eine Datei environments/<name>.json anlegen.',
  },
  clock: {
    title: 'Dienstuhr',
    help: 'Codes und Tokens laufen nach dieser Uhr ab. Die Systemuhr bleibt unverändert.',
    minute: '+1 min',
    hour: '+1 h',
    day: '+1 Tag',
    freeze: 'Einfrieren',
    reset: 'Auf Echtzeit stellen',
  },
  jobs: {
    title: 'Aufträge',
    none: 'Noch keine Aufträge ausgeführt.',
    done: (done: number, total: number | null, unit: string) =>
      total === null
        ? `${formatCount(done)} ${unit}`
        : `${formatCount(done)} von ${formatCount(total)} ${unit}`,
    states: {
      queued: 'eingereiht',
      running: 'läuft',
      paused: 'angehalten',
      done: 'fertig',
      failed: 'fehlgeschlagen',
      cancelled: 'abgebrochen',
    },
    pauseOf: (title: string) => `${title} anhalten`,
    resumeOf: (title: string) => `${title} fortsetzen`,
    cancelOf: (title: string) => `${title} abbrechen`,
  },
  problems: {
    title: 'Probleme des Workspace',
    tab: 'Probleme',
    show: 'Alle Probleme anzeigen',
    filter: 'Anzeigen',
    all: (count: number) => `Alle ${count}`,
    of: {
      error: (count: number) => `Fehler ${count}`,
      warning: (count: number) => `Warnungen ${count}`,
      notice: (count: number) => `Hinweise ${count}`,
    },
    noneOfKind: 'Keine Probleme dieser Art.',
    ofKind: (count: number) => `${formatCount(count)} derselben Art`,
    moreOfKind: (count: number) => `und ${formatCount(count)} weitere dieser Art`,
    noneTitle: 'Alles in Ordnung',
    noneText:
      'Unlesbare Dateien, fehlende Geheimnisse und belegte Ports erscheinen hier, jeweils mit Fundort und Lösung.',
    next: 'Nächstes Problem',
    previous: 'Voriges Problem',
    none: 'Keine Probleme.',
    fix: 'Lösung:',
    acts: {
      usePort: (port: number) => `Port ${port} verwenden`,
      start: (name: string) => `${name} starten`,
      restart: (name: string) => `${name} neu starten`,
      addRedirectUri: (uri: string) => `${uri} als Redirect-URI hinzufügen`,
      storeSecret: (name: string) => `${name} speichern…`,
      seal: 'Verschlüsseln',
      allowSecret: (name: string) => `${name} erlauben`,
      openSecrets: 'Geheimnisse öffnen',
      forget: 'Unlesbare Werte verwerfen',
      openTrust: 'Workspace-Vertrauen verwalten',
      openContract: (rule: string) => `${rule} in der Historie zeigen`,
      openFile: (file: string) => `${file} öffnen`,
    },
    fixed: (what: string) => `Erledigt: ${what}`,
    allowed: (name: string) => `${name} erlaubt`,
    forgotten: (count: number) => `${plural(count, 'Wert wurde', 'Werte wurden')} verworfen`,
    severities: { error: 'Fehler', warning: 'Warnung', notice: 'Hinweis' },
  },
};
