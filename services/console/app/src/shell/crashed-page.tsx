import { t } from '../i18n/translate.ts';
import { Page } from '../ui/page.tsx';
import { FailedState } from '../ui/states.tsx';
import { requestIdOf } from '../api/failure.ts';

/** The page itself failed: the account could not be read, or its script could not be loaded. */
export const CrashedPage = ({ error }: { readonly error: unknown }) => (
  <Page title={t('The page could not be opened')}>
    <FailedState requestId={requestIdOf(error)} onRetry={() => window.location.reload()} />
  </Page>
);
