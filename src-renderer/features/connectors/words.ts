import { connectors } from '#renderer/words/en/connectors.ts';
import { connectorConsole } from '#renderer/words/en/connectors-console.ts';
import { connectorWizard } from '#renderer/words/en/connectors-wizard.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this part of the application; they load with it. */
export const studioMessages = localised({ connectors, connectorConsole, connectorWizard });
