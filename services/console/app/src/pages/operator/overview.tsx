import { useQuery } from '@tanstack/react-query';
import { healthQuery, operatorCounts } from '../../api/operator-queries.ts';
import { whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

export const load: Load = (queries) => [queries.query(operatorCounts), queries.query(healthQuery)];

export function Page(_props: PageProps) {
  return (
    <Frame title={t('Overview')}>
      <Stats>
        <QueryState query={useQuery(operatorCounts)}>
          {({ brands, affiliates, suspended, held }) => (
            <>
              <Stat label={t('Brands')} value={whole(brands)} />
              <Stat label={t('Affiliates')} value={whole(affiliates)} />
              <Stat label={t('Suspended')} value={whole(suspended)} />
              <Stat label={t('Held payouts')} value={whole(held)} />
            </>
          )}
        </QueryState>
      </Stats>
      <Panel title={t('Services')} query={useQuery(healthQuery)}>
        {({ services = {}, degraded = {} }) => (
          <ul className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-3">
            {Object.entries(services).map(([name, state]) => (
              <li
                key={name}
                className="flex items-center justify-between gap-3 bg-surface px-5 py-3.5 text-sm"
              >
                <span>
                  <span className="block font-medium">{name}</span>
                  {degraded[name] !== undefined && (
                    <span className="text-xs text-warn">
                      {t('without {parts}', { parts: degraded[name].join(', ') })}
                    </span>
                  )}
                </span>
                <StateBadge state={state} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Frame>
  );
}
