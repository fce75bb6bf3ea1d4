import { useEffect, useState } from 'react';

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** How many seconds are left until then, counted down. */
export const useSecondsLeft = (until: number): number => {
  const [left, setLeft] = useState(() => secondsTo(until));
  const [counted, setCounted] = useState(until);
  if (counted !== until) {
    setCounted(until);
    setLeft(secondsTo(until));
  }
  useEffect(() => {
    const timer = setInterval(() => {
      const next = secondsTo(until);
      setLeft(next);
      if (next === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
};
