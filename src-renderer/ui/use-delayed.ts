import { useEffect, useState } from 'react';

/** True if `isOn` has held for `millis`; so short waits show nothing at all. */
export function useDelayed(isOn: boolean, millis = 300): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsLate(true), millis);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isOn, millis]);
  return isOn && isLate;
}
