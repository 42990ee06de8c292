import { useEffect, useState } from 'react';

/** A value that people type, once it has not changed for a while. @param ms how long */
export function useSettled<Value>(value: Value, ms = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
