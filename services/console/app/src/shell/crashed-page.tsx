import { t } from '../i18n/translate.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';

/** The page itself failed: the account could not be read, or its script could not be loaded. */
export const CrashedPage = ({ error }: { readonly error: unknown }) => (
  <Page title={t('The page could not be opened')}>
    <ErrorState error={error} onRetry={() => window.location.reload()} />
  </Page>
);
