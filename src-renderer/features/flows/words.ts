import { flowTests } from '#renderer/words/en/flow-tests.ts';
import { flows } from '#renderer/words/en/flows.ts';
import { flowsEditor } from '#renderer/words/en/flows-editor.ts';
import { tokens } from '#renderer/words/en/tokens.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this part of the application; they load with it. */
export const flowMessages = localised({ flows, flowsEditor, flowTests, tokens });
