import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/form.css';
import '../ui/floating.css';
import '../ui/findings.css';
import '../ui/exchange.css';
import '../ui/rows.css';
import '../ui/forced-colours.css';
import './gallery.css';

import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

// ?theme=dark&contrast=more&density=comfortable, in any combination.
for (const [name, value] of new URLSearchParams(location.search))
  document.documentElement.dataset[name] = value;
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element');
createRoot(root).render(<Gallery />);
