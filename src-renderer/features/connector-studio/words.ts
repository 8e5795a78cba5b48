import { connectorConsole } from '../../words/en/connector-console.ts';
import { connectorWizard } from '../../words/en/connector-wizard.ts';
import { connectors } from '../../words/en/connectors.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const studioWords = localised({ connectors, connectorConsole, connectorWizard });
