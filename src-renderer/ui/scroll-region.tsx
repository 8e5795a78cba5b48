import type { ReactNode } from 'react';

interface RegionProps {
  /** It is the body of a region that has the same name, which need not be said twice. */
  readonly isBody?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Its name: words of its own, or the id of the heading that names it, where that is data. */
type RegionName =
  | { readonly label: string; readonly labelledBy?: undefined }
  | { readonly label?: undefined; readonly labelledBy: string };

export type ScrollRegionProps = RegionProps & RegionName;

// A scrolling region must be reachable by keyboard, or its end cannot be read without a mouse. WCAG 2.2 §2.1.1.
const reachable = { tabIndex: 0 } as const;
const group = { role: 'group' } as const;

/** A part of a pane that scrolls on its own. */
export function ScrollRegion({
  label,
  labelledBy,
  isBody = false,
  className = '',
  children,
}: ScrollRegionProps) {
  const props = {
    className: `scroll ${className}`,
    'aria-label': label,
    'aria-labelledby': labelledBy,
    ...reachable,
  } as const;
  // A group is named when the focus comes to it, and is no landmark.
  return isBody ? (
    <div {...props} {...group}>
      {children}
    </div>
  ) : (
    <section {...props}>{children}</section>
  );
}
