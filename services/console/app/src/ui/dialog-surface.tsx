import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { Icon } from './icon.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** `side` comes from the right and is as high as the window. */
  readonly place?: 'centre' | 'side' | 'left';
}

const PLACES = {
  centre:
    'top-[12vh] left-1/2 w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 rounded-xl max-h-[76vh]',
  side: 'top-0 right-0 h-dvh w-[min(38rem,100vw)]',
  left: 'top-0 left-0 h-dvh w-72',
} as const;

/** The surface of a dialog, and what makes it one. */
export function DialogSurface({ isOpen, onClose, title, children, place = 'centre' }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Base.Popup
          className={`fixed z-40 flex flex-col overflow-hidden border border-line bg-surface shadow-2xl ${PLACES[place]}`}
        >
          <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
            <Base.Title className="font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={t('Close')}
              className="rounded-lg p-1.5 text-muted hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" />
            </Base.Close>
          </div>
          <div className="overflow-y-auto">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
