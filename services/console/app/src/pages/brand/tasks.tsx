import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { taskCounts } from '../../api/brand-queries.ts';
import { whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Search } from '../../search.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';

interface Task {
  readonly label: string;
  readonly count: number;
  readonly icon: IconName;
  readonly to: '/applications' | '/claims' | '/conversions';
  readonly search: Search;
}

function TaskLink({ label, count, icon, to, search }: Task) {
  return (
    <li>
      <Link
        to={to}
        search={search}
        className="flex items-center gap-3 px-5 py-3 text-sm hover:bg-sunken"
      >
        <span className="text-muted">
          <Icon name={icon} />
        </span>
        {label}
        <span className={`ml-auto font-semibold tabular-nums ${count === 0 ? 'text-muted' : ''}`}>
          {whole(count)}
        </span>
        <span className="text-muted">
          <Icon name="right" size={16} />
        </span>
      </Link>
    </li>
  );
}

/** What waits for the brand, with counts. */
export function Tasks() {
  return (
    <Panel title={t('To do')} query={useQuery(taskCounts)}>
      {({ applications, claims, flagged, pending }) => (
        <ul className="divide-y divide-line">
          <TaskLink
            label={t('Suspicious conversions to decide')}
            count={flagged}
            icon="alert"
            to="/conversions"
            search={{ status: 'pending', review: true }}
          />
          <TaskLink
            label={t('Conversions to review')}
            count={pending}
            icon="cart"
            to="/conversions"
            search={{ status: 'pending' }}
          />
          <TaskLink
            label={t('Missing orders to decide')}
            count={claims}
            icon="search"
            to="/claims"
            search={{}}
          />
          <TaskLink
            label={t('Applications to answer')}
            count={applications}
            icon="inbox"
            to="/applications"
            search={{}}
          />
        </ul>
      )}
    </Panel>
  );
}
