import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';

/** Words of Home. */
export const home = {
  home: {
    title: 'Home',
    acts: 'Actions',
    services: 'Services',
    startAll: 'Start all',
    stopAll: 'Stop all',
    activityOf: (name: string) => `Activity of the ${name.toLowerCase()}`,
    start: (name: string) => `Start the ${name.toLowerCase()}`,
    stop: (name: string) => `Stop the ${name.toLowerCase()}`,
    restart: (name: string) => `Restart the ${name.toLowerCase()}`,
    snippets: (name: string) => `Copy details of the ${name.toLowerCase()}`,
    copyAddress: (name: string) => `Copy the address of the ${name.toLowerCase()}`,
    copied: (what: string) => `${what} copied`,
    total: (requests: number, errors: number) =>
      `${plural(requests, 'request', 'requests')}, ${errors === 0 ? 'no' : formatCount(errors)} 5xx`,
    continue: 'Continue',
    continueHelp: 'waiting for you first, then newest',
    attack: 'Attack',
    hostedServer: 'Hosted server',
    run: (title: string, number: number) => `${title}, run ${formatCount(number)}`,
    andMore: (name: string, more: number) => (more === 0 ? name : `${name} and ${formatCount(more)} more`),
    states: {
      held: 'Paused',
      waits: 'Waiting',
      running: 'Running',
      stopped: 'Stopped',
      cancelled: 'Cancelled',
      failed: 'Failed',
      draft: 'Draft',
      ready: 'Ready',
      simulated: 'Simulated',
      undone: 'Undone',
    },
    outcome: {
      passed: (requests: number, tokens: string) =>
        `${plural(requests, 'request', 'requests')}${tokens === '' ? '' : `, ${tokens} issued`}.`,
      refused: (step: number, note: string) => `Step ${formatCount(step)}: ${note}`,
      held: 'The run is paused before its next step.',
      waits: 'The run is waiting for your sign-in in the browser.',
      going: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} cases done.`,
      runs: 'The run is in progress.',
      ended: 'The run was cancelled.',
      attack: (
        counts: readonly (readonly ['FAILED' | 'INCONCLUSIVE' | 'WARNING' | 'REVIEW', number])[],
        total: number,
      ) => {
        const words = {
          FAILED: (count: number) => `${formatCount(count)} failed`,
          INCONCLUSIVE: (count: number) => `${formatCount(count)} inconclusive`,
          WARNING: (count: number) => plural(count, 'warning', 'warnings'),
          REVIEW: (count: number) => `${formatCount(count)} to review`,
        };
        const found = counts
          .filter(([, count]) => count > 0)
          .map(([verdict, count]) => words[verdict](count));
        return found.length === 0
          ? `No findings in ${plural(total, 'case', 'cases')}.`
          : `${found.join(', ')} of ${formatCount(total)}.`;
      },
      noRows: 'The file has not been read yet.',
      rows: (rows: number) => `${plural(rows, 'row', 'rows')} read, nothing sent yet.`,
      planned: (rows: number) => `${plural(rows, 'row is', 'rows are')} ready to load, nothing sent yet.`,
      loading: (done: number, total: number) =>
        `${formatCount(done)} of ${plural(total, 'row', 'rows')} done.`,
      stopped: (done: number, total: number) =>
        `Load stopped at row ${formatCount(done)} of ${formatCount(total)}. No row is sent twice.`,
      loaded: (accepted: number, failed: number, total: number) =>
        `${formatCount(accepted)} of ${formatCount(total)} accepted, ${failed === 0 ? 'none' : formatCount(failed)} failed.`,
      undone: 'The load was undone.',
      simulated: (refused: number, requests: number) =>
        `${formatCount(refused)} of ${plural(requests, 'request', 'requests')} rejected.`,
      findings: (count: number) =>
        count === 0 ? 'No findings.' : `${plural(count, 'finding', 'findings')}.`,
      connected: (millis: number) =>
        `The remote system accepted the credentials in ${formatCount(millis)}\u00a0ms.`,
      notConnected: 'The remote system did not accept the credentials.',
      draft: 'Unsaved changes.',
    },
    act: {
      open: 'Open',
      runAgain: 'Run again',
      runFailed: (count: number) => `Rerun ${formatCount(count)} failed`,
      results: 'Open results',
      openImport: 'Open import',
      resumeLoad: 'Resume load',
      report: 'Open report',
      simulate: 'Simulate again',
      findings: 'Open findings',
      console: 'Open console',
    },
    begin: 'Start',
    jobs: {
      flows: ['Run a sign-in and inspect each request, response and check.', 'New run'],
      connectors: ['Describe a user API, test it and map its attributes.', 'New connector'],
      throttle: ['Test a rate limit with recorded or generated traffic.', 'New simulation'],
      consents: ['Check a spreadsheet, rehearse the import, then load it.', 'Import a file'],
      contract: ['See which requests of a recording an API change breaks.', 'Check a recording'],
    } as Readonly<
      Record<'flows' | 'connectors' | 'throttle' | 'consents' | 'contract', readonly [string, string]>
    >,
    links: {
      liveTokens: 'Live tokens',
      fromSample: 'From a sample response',
      imports: 'Earlier imports',
      changes: 'Changes by date',
    },
    firstRun: {
      title: 'Run your first flow',
      signsIn: (user: string, client: string) =>
        `The user ${user} signs in to ${client} at this workspace’s authorization server.`,
      asItself: (client: string) =>
        `The client ${client} requests a token from this workspace’s authorization server.`,
      promise: 'The run needs no input, takes a few seconds and stays on this computer.',
      act: 'Run first flow',
      afterwards: 'Next: step through it, see a rejection, attack a server.',
      own: 'Use your own files:',
      planned: 'Planned steps',
      steps: (count: number) => plural(count, 'step', 'steps'),
      noClient: 'Add your first client',
      noClientText:
        'This workspace has no client yet. Add one with its redirect URI, then run a sign-in with it.',
      addClient: 'Add a client',
      openWorkspace: 'Open a workspace',
      sampleWorkspace: 'New workspace from the sample',
      noSuit: 'Choose a flow',
      noSuitText: 'No client in this workspace can run a flow yet. Open Flows to see what is missing.',
      openFlows: 'Open Flows',
    },
    checklist: 'Get started',
    step: (step: number, total: number) => `Step ${formatCount(step)} of ${formatCount(total)}.`,
    done: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} done`,
    next: (task: string) => `Next: ${task.charAt(0).toLowerCase()}${task.slice(1)}`,
    menu: 'More actions for Get started',
    showAll: 'Show all nine',
    showOne: 'Show only the next',
    hide: 'Hide',
    allDone: 'All nine steps are done.',
    allDoneText: 'Hide this list; reopen it from Help.',
    taskStandings: { done: 'Done: ', next: 'Next: ', open: 'To do: ' },
    tasks: {
      token: ['Issue a token', 'Run a flow to its end.', 'Run a flow'],
      step: ['Step through a flow', 'Stop before each request, and inspect request and response.', 'Step'],
      refusal: ['See a rejection', 'See which check rejected the request.', 'Open Flows'],
      attack: ['Attack a server', 'Run the attack catalogue against the hosted server.', 'Open catalogue'],
      connector: [
        'Test a connector',
        'Check that the remote system accepts your credentials.',
        'Open connector',
      ],
      throttle: ['Simulate throttling', 'Simulate traffic against a route; nothing is sent.', 'Simulate'],
      consents: [
        'Rehearse an import',
        'Dry-run the sample file, then rehearse it; nothing is sent.',
        'Start an import',
      ],
      contract: [
        'Check a recording against the contract',
        'See what a later version breaks.',
        'Open Contract',
      ],
      own: ['Import your own', 'Import clients, connectors and routes, or open a workspace.', 'Choose files'],
    } as Readonly<
      Record<
        'token' | 'step' | 'refusal' | 'attack' | 'connector' | 'throttle' | 'consents' | 'contract' | 'own',
        readonly [string, string, string]
      >
    >,
    missing: {
      client: ['Add a client', 'A flow runs on behalf of a client.', 'Add a client'],
      connector: ['Add a connector', 'Describe a user API, then test it.', 'New connector'],
      route: ['Add a route', 'A simulation needs a route of the workspace.', 'New route'],
    } as Readonly<Record<'client' | 'connector' | 'route', readonly [string, string, string]>>,
    showTasks: 'Show Get started',
    bring: 'Import configuration…',
    workspace: 'Workspace',
    contents: (clients: number, users: number) =>
      `${plural(clients, 'client', 'clients')}, ${plural(users, 'user', 'users')}`,
    workspaces: 'Workspaces',
    noWorkspaces: 'No other workspaces yet.',
    gone: 'folder not found',
    open: 'open now',
    newWorkspace: 'New workspace…',
    openWorkspace: 'Open…',
    problems: (count: number) => `${plural(count, 'problem', 'problems')} in this workspace`,
    showProblems: 'Show',
    forget: (name: string) => `Remove ${name} from the list`,
  },
  snippets: {
    url: 'Base URL',
    curl: 'curl command',
    environment: 'Environment variables',
    discovery: 'Discovery document URL',
  },
  workspace: {
    titles: {
      new: 'New workspace',
      open: 'Open a workspace',
      duplicate: 'Duplicate this workspace',
      import: 'Import a workspace',
    },
    name: 'Name',
    directory: 'Folder',
    directoryHelp: 'Full path. The folder is created if it does not exist, and must be empty.',
    openHelp: 'Full path of a folder that contains gatehouse.json.',
    from: 'Start with',
    empty: 'a blank workspace',
    sample: 'the sample',
    zip: 'Zip file',
    chooseZip: 'Choose zip file…',
    noZip: 'No file chosen',
    recent: 'Recently opened',
    acts: {
      new: 'Create and open',
      open: 'Open',
      duplicate: 'Duplicate and open',
      import: 'Import and open',
    },
    duplicateOnly: 'Duplicate',
    secretsStay: 'Secrets are not copied. Problems lists the ones that the copy needs.',
    opening: 'Opening the other workspace…',
    moved: {
      title: 'Is this the same workspace?',
      text: 'Its saved state contains secrets, tokens, runs and recorded exchanges. Keep it only if you moved or renamed the folder.',
      adopt: 'Keep the state',
      begin: 'Start with empty state',
    },
    exported: (files: number, redacted: number, leftOut: number) =>
      [
        `${plural(files, 'file', 'files')} exported`,
        ...(redacted === 0 ? [] : [`${plural(redacted, 'secret', 'secrets')} left out`]),
        ...(leftOut === 0 ? [] : [`${plural(leftOut, 'file', 'files')} left out`]),
      ].join('. '),
  },
} as const;
