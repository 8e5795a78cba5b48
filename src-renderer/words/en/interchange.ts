import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';

/** Words of taking over from the products, and of giving back to them. */
export const bring = {
  bring: {
    title: 'Bring your own',
    home: 'Back to Home',
    text: 'Clients of an authorization server’s export, connectors of a conf folder and routes of a gateway. You see what would change before anything is written, and can take it back.',
    place: 'Folder, zip or JSON file',
    placeHelp: 'The full path on this machine. Links in a folder are not followed.',
    look: 'Look',
    looking: 'Reading what is there…',
    drop: 'Or drop files or a zip here',
    dropText: 'clients.json, provisioner.openicf-*.json, the JSON files of config/routes, or a zip of them.',
    choose: 'Choose files…',
    chooserLabel: 'Files of a product',
    workspaceText: 'A whole workspace is a folder of its own:',
    newWorkspace: 'New workspace…',
    openWorkspace: 'Open workspace…',
    preview: 'What would change',
    nothing: 'There is nothing in it that Gatehouse takes over.',
    columns: { take: 'Take', name: 'Name', state: 'State', file: 'File', remarks: 'Remarks' },
    kinds: { client: 'client', connector: 'connector', route: 'route' },
    states: { new: 'new', changed: 'changed', same: 'same' },
    takeOne: (kind: string, name: string) => `Take over the ${kind} ${name}`,
    kept: (fields: readonly string[]) => `Kept, not understood here: ${fields.join(', ')}`,
    sealed: (count: number) => `${plural(count, 'secret', 'secrets')} will be sealed`,
    severities: { error: 'Error: ', warning: 'Warning: ', notice: '' },
    notTaken: 'Not taken',
    notTakenColumns: { from: 'From', name: 'Name', reason: 'Why' },
    write: (count: number) => `Write ${plural(count, 'file', 'files')}`,
    again: 'Choose something else',
    written: (count: number) => `${plural(count, 'file', 'files')} written`,
    failed: (count: number) => `${plural(count, 'file was', 'files were')} not written`,
    undone: (restored: number, kept: number) =>
      [
        `${plural(restored, 'file', 'files')} put back`,
        ...(kept === 0 ? [] : [`${formatCount(kept)} left, changed since`]),
      ].join('. '),
    result: 'Taken over',
    undo: 'Undo',
    undoText: 'For ten minutes',
    giveBack: 'Give back',
    giveBackText: 'The same, as the products have it: clients.json, conf and config/routes in a zip.',
    giveKinds: { client: 'Clients', connector: 'Connectors', route: 'Routes' },
    key: 'Key alias',
    keyHelp:
      'Secrets are left out. With the alias of a stored key those of connectors and routes are encrypted under it.',
    save: 'Save zip',
    saved: (files: number, leftOut: number, variables: number, lost: number) =>
      [
        `${plural(files, 'file', 'files')} exported`,
        ...(leftOut === 0 ? [] : [`${plural(leftOut, 'secret', 'secrets')} left out`]),
        ...(variables === 0 ? [] : [`${plural(variables, 'variable', 'variables')} to be set there`]),
        ...(lost === 0 ? [] : [`${plural(lost, 'extension', 'extensions')} left unread there`]),
      ].join('. '),
  },
} as const;
