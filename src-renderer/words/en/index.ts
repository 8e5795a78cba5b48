import { activity } from './activity.ts';
import { common } from './common.ts';
import { connectorConsole } from './connector-console.ts';
import { connectorWizard } from './connector-wizard.ts';
import { connectors } from './connectors.ts';
import { desktop } from './desktop.ts';
import { exchanges } from './exchanges.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { flows } from './flows.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { identityServer } from './identity-server.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';
import { throttle } from './throttle.ts';
import { throttleTraffic } from './throttle-traffic.ts';
import { tokens } from './tokens.ts';

/** The words that the first screen loads, in English. Sentence case; protocol names as on the wire. */
export const english = {
  ...common,
  ...shell,
  ...home,
  ...settings,
  ...desktop,
  ...activity,
  ...faults,
  ...files,
  ...status,
  ...exchanges,
  ...flows,
  ...tokens,
  ...identity,
  ...identityServer,
  ...connectors,
  ...connectorConsole,
  ...connectorWizard,
  ...throttle,
  ...throttleTraffic,
};
