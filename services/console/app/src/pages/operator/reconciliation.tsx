import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { reconciliationQuery } from '../../api/operator-queries.ts';
import { date, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Load } from '../page-module.ts';
import { providerWords } from '../words.ts';

export const load: Load = (queries) => [queries.query(reconciliationQuery)];

function ProviderLine({ books }: { readonly books: Schemas['ProviderBooks'] }) {
  const { provider, payments, paid_by_provider, completed_here, currency } = books;
  const agrees = paid_by_provider === completed_here;
  return (
    <Line
      title={providerWords()[provider]}
      text={t('{count, plural, one {# payment} other {# payments}}, {paid} paid', {
        count: payments,
        paid: money(paid_by_provider, currency),
      })}
    >
      <span>{t('{amount} here', { amount: money(completed_here, currency) })}</span>
      <Badge tone={agrees ? 'good' : 'bad'}>{agrees ? t('Equal') : t('Not equal')}</Badge>
    </Line>
  );
}

const Difference = ({ at, what, ours, theirs }: Schemas['BookDifference']) => (
  <Line title={at} text={what}>
    <span className="text-bad">{t('{ours} here, {theirs} there', { ours, theirs })}</span>
  </Line>
);

export function Page() {
  const books = useQuery(reconciliationQuery);
  return (
    <Frame
      title={t('Reconciliation')}
      description={t('What the payment providers list, compared with the payouts.')}
      actions={
        <Button isBusy={books.isFetching} onClick={() => void books.refetch()}>
          {t('Compare again')}
        </Button>
      }
    >
      <Panel title={t('Providers')} query={books}>
        {({ providers, since }) => (
          <>
            <Lines>
              {providers.map((one) => (
                <ProviderLine key={one.provider} books={one} />
              ))}
            </Lines>
            <p className="border-t border-line px-5 py-3 text-xs text-muted">
              {t('Payments since {day}', { day: date(since) })}
            </p>
          </>
        )}
      </Panel>
      <Panel title={t('Differences')} query={books}>
        {({ differences, difference_count: count }) =>
          count === 0 ? (
            <p className="px-5 py-3 text-sm text-muted">{t('The books agree to the cent.')}</p>
          ) : (
            <Lines>
              {differences.map((one) => (
                <Difference key={`${one.at} ${one.what}`} {...one} />
              ))}
            </Lines>
          )
        }
      </Panel>
    </Frame>
  );
}
