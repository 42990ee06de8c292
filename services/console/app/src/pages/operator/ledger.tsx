import { useQuery } from '@tanstack/react-query';
import { ledgerQuery } from '../../api/operator-queries.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type PageProps } from '../page-module.ts';

/** Opens at once: a verification of many entries takes a minute. */
export function Page(_props: PageProps) {
  const ledger = useQuery(ledgerQuery);
  return (
    <Frame
      title={t('Ledger')}
      description={t('Every commission and payout is booked twice; the sums must agree.')}
      actions={
        <Button isBusy={ledger.isFetching} onClick={() => void ledger.refetch()}>
          {t('Verify again')}
        </Button>
      }
    >
      <Panel title={t('Verification')} query={ledger}>
        {({ balanced, entries, accounts, differences }) => (
          <div className="flex flex-col gap-4 p-5 text-sm">
            <p className="flex items-center gap-3 text-base font-medium">
              <Badge tone={balanced ? 'good' : 'bad'}>
                {balanced ? t('Balanced') : t('Not balanced')}
              </Badge>
              {t(
                '{entries, plural, one {# entry} other {# entries}} in {accounts, plural, one {# account} other {# accounts}}',
                {
                  entries,
                  accounts,
                },
              )}
            </p>
            <ul className="flex flex-col gap-2">
              {differences.map(({ check, at, expected, found }) => (
                <li key={`${check}${at}`} className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
                  {t('{check} at {place}: {expected} expected, {found} found', {
                    check,
                    place: at,
                    expected,
                    found,
                  })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Panel>
    </Frame>
  );
}
