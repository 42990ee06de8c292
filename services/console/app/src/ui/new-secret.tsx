import { t } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly secret: string;
  /** What it is for, and that it is not shown again. */
  readonly text: string;
  readonly onDone: () => void;
}

/** A secret that is shown once. */
export const NewSecret = ({ secret, text, onDone }: Props) => (
  <div className="flex flex-col gap-4 p-5 text-sm">
    <p>{text}</p>
    <code className="rounded-lg bg-sunken px-3 py-2 break-all">{secret}</code>
    <div className="flex justify-end gap-2">
      <CopyButton text={secret} />
      <Button kind="primary" onClick={onDone}>
        {t('I have stored it')}
      </Button>
    </div>
  </div>
);
