import { t } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import { DialogButton } from './dialog-button.tsx';

interface Props {
  readonly label: string;
  /** For screen readers, where several buttons say the same. */
  readonly description?: string;
  /** What happens, in a sentence or two. */
  readonly question: string;
  readonly isBusy: boolean;
  /** Acts, and calls back once it has succeeded. */
  readonly onConfirm: (onSuccess: () => void) => void;
}

/** A second question before what cannot be taken back. */
export function ConfirmButton({ label, description, question, isBusy, onConfirm }: Props) {
  return (
    <DialogButton
      label={label}
      kind="danger"
      {...(description !== undefined && { description, title: description })}
    >
      {(close) => (
        <div className="flex flex-col gap-5 p-5 text-sm">
          <p>{question}</p>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{t('Leave it')}</Button>
            <Button kind="danger" isBusy={isBusy} onClick={() => onConfirm(close)}>
              {label}
            </Button>
          </div>
        </div>
      )}
    </DialogButton>
  );
}
