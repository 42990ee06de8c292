import { lazy, Suspense, useState } from 'react';
import { type DialogProps } from './dialog-surface.tsx';

/** Loaded when the first dialog opens. */
const Surface = lazy(async () => ({
  default: (await import('./dialog-surface.tsx')).DialogSurface,
}));

/** A surface over the page, which holds the focus until it is closed. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!props.isOpen && !wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  );
}
