import { t } from '../i18n/translate.ts';
import { Button } from './button.tsx';

const NAMES = { csv: 'CSV', excel: 'Excel', pdf: 'PDF' } as const;
export type FileFormat = keyof typeof NAMES;

interface Props {
  readonly formats: readonly FileFormat[];
  readonly download: {
    readonly isPending: boolean;
    readonly variables: FileFormat | undefined;
    readonly mutate: (format: FileFormat) => void;
  };
}

/** A button for each format of a file. */
export const DownloadButtons = ({ formats, download }: Props) => (
  <div role="group" aria-label={t('Download')} className="flex flex-wrap gap-2">
    {formats.map((format) => (
      <Button
        key={format}
        isBusy={download.isPending && download.variables === format}
        aria-label={t('Download as {format}', { format: NAMES[format] })}
        onClick={() => download.mutate(format)}
      >
        {NAMES[format]}
      </Button>
    ))}
  </div>
);
