import { useQuery } from '@tanstack/react-query';
import { ratesQuery } from '../../api/operator-queries.ts';
import { date } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';

const RateForm = lazyForm(() => import('./rate-form.tsx'));

export const load: Load = (queries) => [queries.query(ratesQuery)];

export function Page() {
  const rates = useQuery(ratesQuery);
  return (
    <Frame
      title={t('Exchange rates')}
      description={t('Orders in other currencies are converted by the rate of their day.')}
      actions={
        <DialogButton kind="primary" label={t('Set a rate')}>
          {(close) => <RateForm base={rates.data?.base ?? ''} onDone={close} />}
        </DialogButton>
      }
    >
      <Panel title={t('Rates of now')} query={rates}>
        {({ base, rates: list }) =>
          list.length === 0 ? (
            <EmptyState
              icon="globe"
              title={t('No rate is set')}
              text={t('Without rates, orders count in {base} alone.', { base })}
            />
          ) : (
            <Lines>
              {list.map(({ currency, rate, effective_from: from }) => (
                <Line
                  key={currency}
                  title={`1 ${currency}`}
                  text={t('since {from}', { from: date(from) })}
                >
                  <span className="font-medium">{`${rate} ${base}`}</span>
                </Line>
              ))}
            </Lines>
          )
        }
      </Panel>
    </Frame>
  );
}
