import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/form.css';
import './ui/floating.css';
import './ui/findings.css';
import './ui/exchange.css';
import './ui/rows.css';
import './ui/forced-colours.css';

import { createRoot } from 'react-dom/client';
import { checkWithoutEval } from '#shared/workspace/without-eval.ts';
import type { Api } from './api/client.ts';
import { connect } from './api/connect.ts';
import { whenRefused } from './api/connection.ts';
import { App } from './app/app.tsx';
import { restoreLayout } from './workbench/layout-store.ts';
import { restoreLook, takePreferences } from './workbench/preferences.ts';

/**
 * Restores the person's preferences and the last window from the host; without an answer the window begins
 * anew.
 */
async function restore({ client }: Api): Promise<void> {
  const link = location.hash.slice(1);
  const [kept, likes] = await Promise.allSettled([client.session.get(), client.installation.preferences()]);
  if (likes.status === 'fulfilled' && takePreferences(likes.value)) location.reload();
  restoreLayout(kept.status === 'fulfilled' ? kept.value : null, link);
}

checkWithoutEval();
restoreLook();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element');
const api = await connect();
// A page without a session has nothing to put back, and its calls are never answered.
await Promise.race([restore(api), whenRefused()]);
createRoot(root).render(<App api={api} />);
