import { useEffect, useState } from 'react';

/**
 * False for `millis` after one act has taken the place of another: a press so soon was meant for the one before, so a button
 * that changes its act takes none until then.
 */
export function useSettled(act: string, millis = 500): boolean {
  const [settled, setSettled] = useState(act);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(act), millis);
    return () => clearTimeout(timer);
  }, [act, millis]);
  return settled === act;
}
