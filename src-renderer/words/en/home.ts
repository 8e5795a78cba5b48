import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';

/** Words of Home. */
export const home = {
  home: {
    title: 'Home',
    acts: 'Acts',
    services: 'Services',
    startAll: 'Start all',
    stopAll: 'Stop all',
    activityOf: (name: string) => `Activity of the ${name.toLowerCase()}`,
    start: (name: string) => `Start the ${name.toLowerCase()}`,
    stop: (name: string) => `Stop the ${name.toLowerCase()}`,
    restart: (name: string) => `Restart the ${name.toLowerCase()}`,
    snippets: (name: string) => `Copy for the ${name.toLowerCase()}`,
    copyAddress: (name: string) => `Copy the address of the ${name.toLowerCase()}`,
    copied: (what: string) => `${what} copied`,
    total: (requests: number, errors: number) =>
      `${plural(requests, 'request', 'requests')}, ${errors === 0 ? 'no' : formatCount(errors)} 5xx`,
    continue: 'Continue',
    continueHelp: 'what waits for you first, then by age',
    attack: 'Attack',
    hostedServer: 'Hosted server',
    run: (title: string, number: number) => `${title}, run ${formatCount(number)}`,
    andMore: (name: string, more: number) => (more === 0 ? name : `${name} and ${formatCount(more)} more`),
    states: {
      held: 'Held',
      waits: 'Waits',
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
      held: 'The run is held before its next step.',
      waits: 'The run waits for your sign-in in the browser.',
      going: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} cases done.`,
      runs: 'The run goes on.',
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
          ? `No case of ${formatCount(total)} found anything.`
          : `${found.join(', ')} of ${formatCount(total)}.`;
      },
      noRows: 'The file is not read yet.',
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
        `${formatCount(refused)} of ${plural(requests, 'request', 'requests')} refused.`,
      findings: (count: number) =>
        count === 0 ? 'No findings.' : `${plural(count, 'finding', 'findings')}.`,
      connected: (millis: number) => `The remote took the credentials in ${formatCount(millis)}\u00a0ms.`,
      notConnected: 'The remote did not take the credentials.',
      draft: 'Changes that are not saved.',
    },
    act: {
      open: 'Open',
      runAgain: 'Run again',
      runFailed: (count: number) => `Run ${formatCount(count)} failed`,
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
      flows: ['Run a sign-in and see each request, answer and rule.', 'New run'],
      connectors: ['Describe a user API, test it and map its attributes.', 'New connector'],
      throttle: ['Try a rate limit on recorded or made-up traffic.', 'New simulation'],
      consents: ['Check a spreadsheet, rehearse it, then load it.', 'Import a file'],
      contract: ['See what an API change breaks in a recording.', 'Check a recording'],
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
        `The user ${user} signs in to ${client} at the authorization server of this workspace.`,
      asItself: (client: string) =>
        `The client ${client} asks the authorization server of this workspace for a token.`,
      promise: 'The run needs no input, takes a few seconds and stays on this computer.',
      act: 'Run first flow',
      afterwards: 'Then: step through it, see a refusal, attack a server.',
      own: 'With your own material:',
      planned: 'What will run',
      steps: (count: number) => plural(count, 'step', 'steps'),
      noClient: 'Add your first client',
      noClientText:
        'This workspace has no client yet. Add one with its redirect URI, then run a sign-in with it.',
      addClient: 'Add a client',
      openWorkspace: 'Open a workspace',
      sampleWorkspace: 'New workspace from the sample',
      noSuit: 'Choose a flow',
      noSuitText: 'No client of this workspace can run a flow right away. Open Flows to see what it needs.',
      openFlows: 'Open Flows',
    },
    checklist: 'Get going',
    step: (step: number, total: number) => `Step ${formatCount(step)} of ${formatCount(total)}.`,
    done: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} done`,
    next: (task: string) => `Next: ${task.charAt(0).toLowerCase()}${task.slice(1)}`,
    menu: 'More for Get going',
    showAll: 'Show all nine',
    showOne: 'Show the next one only',
    hide: 'Hide',
    allDone: 'All nine steps are done.',
    allDoneText: 'Hide them; Help brings them back.',
    taskStandings: { done: 'Done: ', next: 'Next: ', open: 'To do: ' },
    tasks: {
      token: ['Issue a token', 'Run a flow to its end.', 'Run a flow'],
      step: ['Step through a flow', 'Stop before each request, and inspect request and response.', 'Step'],
      refusal: ['See a refusal', 'A trace names the rule that refused.', 'Open Flows'],
      attack: [
        'Attack a server',
        'Run the catalogue of attacks against the hosted server.',
        'Open catalogue',
      ],
      connector: [
        'Test a connector',
        'Check that the remote system accepts your credentials.',
        'Open connector',
      ],
      throttle: ['Simulate throttling', 'Simulate traffic against a route; nothing is sent.', 'Simulate'],
      consents: [
        'Rehearse an import',
        'Take the sample file to the dry run and rehearse it; nothing is sent.',
        'Start an import',
      ],
      contract: [
        'Check a recording against the contract',
        'See what a later version breaks.',
        'Open Contract',
      ],
      own: [
        'Bring your own',
        'Take over clients, connectors and routes, or open a workspace.',
        'Choose files',
      ],
    } as Readonly<
      Record<
        'token' | 'step' | 'refusal' | 'attack' | 'connector' | 'throttle' | 'consents' | 'contract' | 'own',
        readonly [string, string, string]
      >
    >,
    missing: {
      client: ['Add a client', 'Flows run with the clients of the workspace.', 'Add a client'],
      connector: ['Add a connector', 'Describe a user API, then test it.', 'New connector'],
      route: ['Add a route', 'Simulations run on the routes of the workspace.', 'New route'],
    } as Readonly<Record<'client' | 'connector' | 'route', readonly [string, string, string]>>,
    showTasks: 'Show the first tasks',
    bring: 'Bring your own…',
    workspace: 'Workspace',
    contents: (clients: number, users: number) =>
      `${plural(clients, 'client', 'clients')}, ${plural(users, 'user', 'users')}`,
    workspaces: 'Workspaces',
    noWorkspaces: 'No other workspace was opened yet.',
    gone: 'folder is gone',
    open: 'open now',
    newWorkspace: 'New workspace…',
    openWorkspace: 'Open…',
    problems: (count: number) => `${plural(count, 'problem', 'problems')} in this workspace`,
    showProblems: 'Show',
    forget: (name: string) => `Forget ${name}`,
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
    directoryHelp: 'The full path. It is made if it does not exist, and must be empty.',
    openHelp: 'The full path of a folder with a gatehouse.json.',
    from: 'Begin with',
    empty: 'nothing',
    sample: 'the sample',
    zip: 'Zip file',
    chooseZip: 'Choose a zip…',
    noZip: 'No file chosen',
    recent: 'Opened before',
    acts: { new: 'Make and open', open: 'Open', duplicate: 'Duplicate and open', import: 'Import and open' },
    duplicateOnly: 'Duplicate',
    secretsStay: 'Secrets stay where they are: a copy names them, and Problems says which it needs.',
    opening: 'Opening the other workspace…',
    moved: {
      title: 'Is this the same workspace?',
      text: 'The state holds its secrets, tokens, runs and recorded exchanges. Take it over only if you moved or renamed the folder.',
      adopt: 'Take it over',
      begin: 'Begin with an empty state',
    },
    exported: (files: number, redacted: number, leftOut: number) =>
      [
        `${plural(files, 'file', 'files')} exported`,
        ...(redacted === 0 ? [] : [`${plural(redacted, 'secret', 'secrets')} left out`]),
        ...(leftOut === 0 ? [] : [`${plural(leftOut, 'file', 'files')} left out`]),
      ].join('. '),
  },
} as const;
