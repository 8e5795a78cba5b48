import { activity } from '#renderer/words/en/activity.ts';
import { attacks } from '#renderer/words/en/attacks.ts';
import { common } from '#renderer/words/en/common.ts';
import { connectors } from '#renderer/words/en/connectors.ts';
import { connectorConsole } from '#renderer/words/en/connectors-console.ts';
import { connectorWizard } from '#renderer/words/en/connectors-wizard.ts';
import { imports } from '#renderer/words/en/consents.ts';
import { importLoad } from '#renderer/words/en/consents-load.ts';
import { importTarget } from '#renderer/words/en/consents-target.ts';
import { contractHistory } from '#renderer/words/en/contract.ts';
import { desktop } from '#renderer/words/en/desktop.ts';
import { exchanges } from '#renderer/words/en/exchanges.ts';
import { faults } from '#renderer/words/en/faults.ts';
import { files } from '#renderer/words/en/files.ts';
import { flowTests } from '#renderer/words/en/flow-tests.ts';
import { flows, serverForm } from '#renderer/words/en/flows.ts';
import { flowsEditor } from '#renderer/words/en/flows-editor.ts';
import { help } from '#renderer/words/en/help.ts';
import { home } from '#renderer/words/en/home.ts';
import { identity } from '#renderer/words/en/identity.ts';
import { profileRuleWords } from '#renderer/words/en/identity-profiles.ts';
import { identityServer } from '#renderer/words/en/identity-server.ts';
import { bring } from '#renderer/words/en/interchange.ts';
import { runs } from '#renderer/words/en/runs.ts';
import { settings } from '#renderer/words/en/settings.ts';
import { settingsParts } from '#renderer/words/en/settings-parts.ts';
import { shell } from '#renderer/words/en/shell.ts';
import { signIns } from '#renderer/words/en/sign-ins.ts';
import { status } from '#renderer/words/en/status.ts';
import { templates } from '#renderer/words/en/templates.ts';
import { throttle } from '#renderer/words/en/throttle.ts';
import { throttleTraffic } from '#renderer/words/en/throttle-traffic.ts';
import { tokens } from '#renderer/words/en/tokens.ts';

/** The words that the screens show in English: a story finds what it presses by them, whatever they are. */
export const words = {
  ...activity,
  ...attacks,
  ...common,
  ...connectors,
  ...connectorConsole,
  ...connectorWizard,
  ...imports,
  ...importLoad,
  ...importTarget,
  contract: contractHistory,
  ...desktop,
  ...exchanges,
  ...faults,
  ...files,
  ...flowTests,
  session: common.session,
  flowSession: flowTests.session,
  ...flows,
  ...serverForm,
  ...flowsEditor,
  help,
  ...home,
  ...identity,
  ...identityServer,
  ...profileRuleWords,
  ...bring,
  ...runs,
  ...settings,
  ...settingsParts,
  ...shell,
  ...signIns,
  ...status,
  ...templates,
  ...throttle,
  ...throttleTraffic,
  ...tokens,
};
