import { type QueryKey } from '@tanstack/react-query';
import { t } from '../i18n/translate.ts';
import { showMessage } from '../ui/toast.tsx';
import { useAction } from './use-action.ts';

const NAMED = /filename="([^"]+)"/;

/** Hands a file of the API to the browser, under the name that the API gives it. */
async function save(response: Response, fallback: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  const [, name = fallback] = NAMED.exec(response.headers.get('content-disposition') ?? '') ?? [];
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const ACCEPTED = 202;
const NO_QUERIES: QueryKey = ['nothing'];

/**
 * Downloads a file; a long one is written in the background, and a notification follows.
 * @param fallback its name where the API gives none
 */
export const useDownload = <Input>(load: (input: Input) => Promise<Response>, fallback: string) =>
  useAction({
    run: async (input: Input) => {
      const response = await load(input);
      if (response.status === ACCEPTED)
        showMessage(t('The file is being written; a notification follows when it is ready.'));
      else await save(response, fallback);
    },
    changes: NO_QUERIES,
  });
