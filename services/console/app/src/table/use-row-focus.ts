import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to a row as soon as it exists, unless the person has moved it elsewhere. */
export function useRowFocus(frame: RefObject<HTMLElement | null>): (index: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    const { activeElement: active, body } = document;
    if (active === body || frame.current?.contains(active) === true) row.focus();
  });
  return (index) => {
    wanted.current = index;
  };
}
