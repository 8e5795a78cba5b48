import { dynamicClientWords } from '../../words/en/dynamic-clients.ts';
import { identity } from '../../words/en/identity.ts';
import { profileRuleWords } from '../../words/en/identity-profiles.ts';
import { identityServer } from '../../words/en/identity-server.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const identityMessages = localised({ identity, identityServer, dynamicClientWords, profileRuleWords });
