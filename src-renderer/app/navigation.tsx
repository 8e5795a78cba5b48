import { Waypoints } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { Icon } from '../ui/icon.tsx';
import { strings } from './strings.ts';

/** The areas of the application that exist. */
export function Navigation() {
  const [path] = useLocation();
  const isFlows = path === '/' || path.startsWith('/flows');
  return (
    <nav className="nav-rail" aria-label={strings.nav.label}>
      <Link href="/flows" className="inset" aria-current={isFlows ? 'page' : undefined}>
        <Icon of={Waypoints} />
        {strings.nav.flows}
      </Link>
    </nav>
  );
}
