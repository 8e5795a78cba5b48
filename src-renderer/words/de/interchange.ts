import type { bring as english } from '../en/interchange.ts';
import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of taking over from the products, and of giving back to them, in German. */
export const bring: Words<typeof english> = {
  bring: {
    title: 'Konfiguration importieren',
    home: 'Zurück zum Start',
    text: 'Clients aus dem Export eines Authorization-Servers, Konnektoren aus einem conf-Ordner und Routen eines Gateways importieren. Die Änderungen lassen sich vor dem Speichern prüfen und danach rückgängig machen.',
    place: 'Ordner, Zip- oder JSON-Datei',
    placeHelp:
      'Vollständiger Pfad auf diesem Rechner. Symbolische Links in einem Ordner werden nicht verfolgt.',
    look: 'Vorschau',
    looking: 'Dateien werden gelesen…',
    drop: 'Oder Dateien oder eine Zip-Datei hierher ziehen',
    dropText:
      'clients.json, provisioner.openicf-*.json, die JSON-Dateien aus config/routes oder eine Zip-Datei davon.',
    choose: 'Dateien wählen…',
    chooserLabel: 'Produktdateien',
    workspaceText: 'Einen ganzen Workspace verwenden:',
    newWorkspace: 'Neuer Workspace…',
    openWorkspace: 'Workspace öffnen…',
    preview: 'Änderungen',
    nothing: 'Enthält nichts, was Gatehouse importieren kann.',
    columns: { take: 'Auswahl', name: 'Name', state: 'Zustand', file: 'Datei', remarks: 'Anmerkungen' },
    kinds: { client: 'Client', connector: 'Konnektor', route: 'Route' },
    states: { new: 'neu', changed: 'geändert', same: 'gleich' },
    takeOne: (kind: string, name: string) => `${kind} ${name} importieren`,
    kept: (fields: readonly string[]) => `Beibehalten, hier nicht unterstützt: ${fields.join(', ')}`,
    sealed: (count: number) => `${plural(count, 'Geheimnis wird', 'Geheimnisse werden')} verschlüsselt`,
    severities: { error: 'Fehler: ', warning: 'Warnung: ', notice: '' },
    notTaken: 'Nicht importiert',
    notTakenColumns: { from: 'Aus', name: 'Name', reason: 'Grund' },
    write: (count: number) => `${plural(count, 'Datei', 'Dateien')} speichern`,
    again: 'Andere Dateien wählen',
    written: (count: number) => `${plural(count, 'Datei', 'Dateien')} gespeichert`,
    failed: (count: number) => `${plural(count, 'Datei wurde', 'Dateien wurden')} nicht gespeichert`,
    undone: (restored: number, kept: number) =>
      [
        `${plural(restored, 'Datei', 'Dateien')} wiederhergestellt`,
        ...(kept === 0 ? [] : [`${formatCount(kept)} wegen späterer Änderungen belassen`]),
      ].join('. '),
    result: 'Importiert',
    undo: 'Rückgängig',
    undoText: 'Zehn Minuten lang',
    giveBack: 'Konfiguration exportieren',
    giveBackText: 'Im Format der Produkte: clients.json, conf und config/routes in einer Zip-Datei.',
    giveKinds: { client: 'Clients', connector: 'Konnektoren', route: 'Routen' },
    key: 'Schlüssel-Alias',
    keyHelp:
      'Geheimnisse werden weggelassen. Den Alias eines gespeicherten Schlüssels angeben, um die von Konnektoren und Routen zu verschlüsseln.',
    save: 'Zip speichern',
    saved: (files: number, leftOut: number, variables: number, lost: number) =>
      [
        `${plural(files, 'Datei', 'Dateien')} exportiert`,
        ...(leftOut === 0 ? [] : [`${plural(leftOut, 'Geheimnis', 'Geheimnisse')} weggelassen`]),
        ...(variables === 0 ? [] : [`${plural(variables, 'Variable', 'Variablen')} dort zu setzen`]),
        ...(lost === 0 ? [] : [`${plural(lost, 'Erweiterung', 'Erweiterungen')} dort ohne Wirkung`]),
      ].join('. '),
  },
};
