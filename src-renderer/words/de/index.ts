import { activity } from './activity.ts';
import { attacks } from './attacks.ts';
import { common } from './common.ts';
import { connectors } from './connectors.ts';
import { connectorConsole } from './connectors-console.ts';
import { connectorWizard } from './connectors-wizard.ts';
import { imports } from './consents.ts';
import { importLoad } from './consents-load.ts';
import { importTarget } from './consents-target.ts';
import { contractHistory } from './contract.ts';
import { desktop } from './desktop.ts';
import { dynamicClientWords } from './dynamic-clients.ts';
import { exchanges } from './exchanges.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { flowTests } from './flow-tests.ts';
import { flows, serverForm } from './flows.ts';
import { flowsEditor } from './flows-editor.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { profileRuleWords } from './identity-profiles.ts';
import { identityServer } from './identity-server.ts';
import { bring } from './interchange.ts';
import { problemCodes } from './problem-codes.ts';
import { runs } from './runs.ts';
import { settings } from './settings.ts';
import { settingsParts } from './settings-parts.ts';
import { shell } from './shell.ts';
import { signIns } from './sign-ins.ts';
import { status } from './status.ts';
import { templates } from './templates.ts';
import { throttle } from './throttle.ts';
import { throttleTraffic } from './throttle-traffic.ts';
import { tokens } from './tokens.ts';

export { problemCodes };

/** The German catalogues, by the names of the English ones. */
export const german = {
  activity,
  attacks,
  bring,
  common,
  connectorConsole,
  connectorWizard,
  connectors,
  contractHistory,
  desktop,
  dynamicClientWords,
  profileRuleWords,
  exchanges,
  faults,
  files,
  flows,
  flowsEditor,
  flowTests,
  help,
  home,
  identity,
  identityServer,
  importLoad,
  importTarget,
  imports,
  runs,
  settings,
  settingsParts,
  shell,
  signIns,
  status,
  serverForm,
  templates,
  throttle,
  throttleTraffic,
  tokens,
};
