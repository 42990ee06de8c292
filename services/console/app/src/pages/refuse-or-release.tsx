import { t } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';

interface Choice {
  /** For screen readers: it names what is decided on. */
  readonly label: string;
  readonly choose: () => void;
}

/** The two ways to decide on money that is held. */
export function RefuseOrRelease({
  isBusy,
  refuse,
  release,
}: {
  readonly isBusy: boolean;
  readonly refuse: Choice;
  readonly release: Choice;
}) {
  return (
    <span className="flex justify-end gap-2">
      <Button kind="danger" isBusy={isBusy} aria-label={refuse.label} onClick={refuse.choose}>
        {t('Refuse')}
      </Button>
      <Button isBusy={isBusy} aria-label={release.label} onClick={release.choose}>
        {t('Release')}
      </Button>
    </span>
  );
}
