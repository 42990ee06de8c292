import { t } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { showMessage } from './toast.tsx';

/** Copies a text and confirms it. */
export function CopyButton({
  text,
  label = t('Copy'),
}: {
  readonly text: string;
  readonly label?: string;
}) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showMessage(t('Copied'));
    } catch {
      showMessage(t('Your browser does not allow copying; select the text instead.'), {
        isError: true,
      });
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <Icon name="copy" size={16} />
      {label}
    </Button>
  );
}
