import { Link } from '@tanstack/react-router';
import { t } from '../i18n/translate.ts';
import { buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

/** There is no such page, or it is not one for this role. */
export const MissingPage = () => (
  <Page title={t('Page not found')}>
    <EmptyState
      icon="search"
      title={t('There is nothing at this address')}
      text={t('The link may be old, or it leads to a page of another role.')}
    >
      <Link to="/" className={buttonClass('primary')}>
        {t('Go to the overview')}
      </Link>
    </EmptyState>
  </Page>
);
