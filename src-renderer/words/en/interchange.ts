import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';

/** Words of taking over from the products, and of giving back to them. */
export const bring = {
  bring: {
    title: 'Import configuration',
    home: 'Back to Home',
    text: 'Import clients from an authorization server’s export, connectors from a conf folder and routes from a gateway. You can review the changes before they are saved, and undo them.',
    place: 'Folder, zip or JSON file',
    placeHelp: 'Full path on this machine. Symbolic links in a folder are not followed.',
    look: 'Preview',
    looking: 'Reading files…',
    drop: 'Or drop files or a zip here',
    dropText:
      'clients.json, provisioner.openicf-*.json, the JSON files of config/routes, or a zip file of them.',
    choose: 'Choose files…',
    chooserLabel: 'Product files',
    workspaceText: 'To use a whole workspace:',
    newWorkspace: 'New workspace…',
    openWorkspace: 'Open workspace…',
    preview: 'Changes',
    nothing: 'It contains nothing that Gatehouse can import.',
    columns: { take: 'Import', name: 'Name', state: 'State', file: 'File', remarks: 'Notes' },
    kinds: { client: 'client', connector: 'connector', route: 'route' },
    states: { new: 'new', changed: 'changed', same: 'same' },
    takeOne: (kind: string, name: string) => `Import the ${kind} ${name}`,
    kept: (fields: readonly string[]) => `Kept, but not supported here: ${fields.join(', ')}`,
    sealed: (count: number) => `${plural(count, 'secret', 'secrets')} will be encrypted`,
    severities: { error: 'Error: ', warning: 'Warning: ', notice: '' },
    notTaken: 'Not imported',
    notTakenColumns: { from: 'From', name: 'Name', reason: 'Reason' },
    write: (count: number) => `Save ${plural(count, 'file', 'files')}`,
    again: 'Choose other files',
    written: (count: number) => `${plural(count, 'file', 'files')} saved`,
    failed: (count: number) => `${plural(count, 'file was', 'files were')} not saved`,
    undone: (restored: number, kept: number) =>
      [
        `${plural(restored, 'file', 'files')} restored`,
        ...(kept === 0 ? [] : [`${formatCount(kept)} kept because of later changes`]),
      ].join('. '),
    result: 'Imported',
    undo: 'Undo',
    undoText: 'For ten minutes',
    giveBack: 'Export configuration',
    giveBackText: 'In the format of the products: clients.json, conf and config/routes in a zip file.',
    giveKinds: { client: 'Clients', connector: 'Connectors', route: 'Routes' },
    key: 'Key alias',
    keyHelp:
      'Secrets are left out. Enter the alias of a stored key to encrypt those of connectors and routes.',
    save: 'Save zip',
    saved: (files: number, leftOut: number, variables: number, lost: number) =>
      [
        `${plural(files, 'file', 'files')} exported`,
        ...(leftOut === 0 ? [] : [`${plural(leftOut, 'secret', 'secrets')} left out`]),
        ...(variables === 0 ? [] : [`${plural(variables, 'variable', 'variables')} to set there`]),
        ...(lost === 0 ? [] : [`${plural(lost, 'extension', 'extensions')} ignored there`]),
      ].join('. '),
  },
} as const;
