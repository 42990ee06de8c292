import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** What a form in a dialog gets: how to close it. */
export interface DialogFormProps {
  readonly onDone: () => void;
}

/** A form that is loaded when its dialog opens. */
export const lazyForm = <Props extends DialogFormProps>(
  open: () => Promise<{ readonly Form: ComponentType<Props> }>,
) => lazy(async () => ({ default: (await open()).Form }));

interface Props {
  readonly label: string;
  /** The heading of the dialog; that of the button by default. */
  readonly title?: string;
  /** For screen readers, where several buttons say the same. */
  readonly description?: string;
  readonly kind?: ButtonKind;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, title = label, description, kind, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        {...(kind !== undefined && { kind })}
        {...(description !== undefined && { 'aria-label': description })}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  );
}
