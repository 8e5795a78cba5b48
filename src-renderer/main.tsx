import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/floating.css';
import './ui/findings.css';
import './ui/exchange.css';

import { createRoot } from 'react-dom/client';
import { connect } from './api/connect.ts';
import { App } from './app/app.tsx';
import { restoreTheme } from './app/theme.ts';

restoreTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element');
const api = await connect();
createRoot(root).render(<App api={api} />);
