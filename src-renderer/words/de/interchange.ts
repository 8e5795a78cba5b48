import type { bring as english } from '../en/interchange.ts';
import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of taking over from the products, and of giving back to them, in German. */
export const bring: Words<typeof english> = {
  bring: {
    title: 'Eigenes mitbringen',
    home: 'Zurück zum Start',
    text: 'Clients aus dem Export eines Authorization-Servers, Konnektoren aus einem conf-Ordner und Routen eines Gateways. Vor dem Schreiben ist zu sehen, welche Dateien sich ändern würden; danach lässt es sich zurücknehmen.',
    place: 'Ordner, Zip- oder JSON-Datei',
    placeHelp:
      'Der vollständige Pfad auf diesem Rechner. Symbolischen Links in einem Ordner wird nicht gefolgt.',
    look: 'Ansehen',
    looking: 'Inhalt wird gelesen…',
    drop: 'Oder Dateien oder eine Zip-Datei hierher ziehen',
    dropText:
      'clients.json, provisioner.openicf-*.json, die JSON-Dateien aus config/routes oder eine Zip-Datei davon.',
    choose: 'Dateien wählen…',
    chooserLabel: 'Dateien eines Produkts',
    workspaceText: 'Ein ganzer Workspace ist ein eigener Ordner:',
    newWorkspace: 'Neuer Workspace…',
    openWorkspace: 'Workspace öffnen…',
    preview: 'Was sich ändern würde',
    nothing: 'Darin ist nichts, das Gatehouse übernimmt.',
    columns: { take: 'Auswahl', name: 'Name', state: 'Zustand', file: 'Datei', remarks: 'Anmerkungen' },
    kinds: { client: 'Client', connector: 'Konnektor', route: 'Route' },
    states: { new: 'neu', changed: 'geändert', same: 'gleich' },
    takeOne: (kind: string, name: string) => `${kind} ${name} übernehmen`,
    kept: (fields: readonly string[]) => `Beibehalten, hier nicht verstanden: ${fields.join(', ')}`,
    sealed: (count: number) => `${plural(count, 'Geheimnis wird', 'Geheimnisse werden')} versiegelt`,
    severities: { error: 'Fehler: ', warning: 'Warnung: ', notice: '' },
    notTaken: 'Nicht übernommen',
    notTakenColumns: { from: 'Aus', name: 'Name', reason: 'Grund' },
    write: (count: number) => `${plural(count, 'Datei', 'Dateien')} schreiben`,
    again: 'Anderes wählen',
    written: (count: number) => `${plural(count, 'Datei', 'Dateien')} geschrieben`,
    failed: (count: number) => `${plural(count, 'Datei wurde', 'Dateien wurden')} nicht geschrieben`,
    undone: (restored: number, kept: number) =>
      [
        `${plural(restored, 'Datei', 'Dateien')} zurückgesetzt`,
        ...(kept === 0 ? [] : [`${formatCount(kept)} belassen, da seither geändert`]),
      ].join('. '),
    result: 'Übernommen',
    undo: 'Rückgängig',
    undoText: 'Zehn Minuten lang',
    giveBack: 'Zurückgeben',
    giveBackText: 'Dasselbe im Format der Produkte: clients.json, conf und config/routes in einer Zip-Datei.',
    giveKinds: { client: 'Clients', connector: 'Konnektoren', route: 'Routen' },
    key: 'Schlüssel-Alias',
    keyHelp:
      'Geheimnisse werden weggelassen. Mit dem Alias eines gespeicherten Schlüssels werden die der Konnektoren und Routen damit verschlüsselt.',
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
