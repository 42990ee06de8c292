import { type ReactNode } from 'react';
import { percent } from '../format/format.ts';
import { t } from '../i18n/translate.ts';

interface Props {
  readonly label: string;
  readonly value: ReactNode;
  /** The share by which it changed against the period before; undefined where there was nothing. */
  readonly change?: number | undefined;
  readonly hint?: ReactNode;
}

function Change({ share }: { readonly share: number }) {
  const tone = share > 0 ? 'text-good' : share < 0 ? 'text-bad' : 'text-muted';
  const text = `${share > 0 ? '+' : ''}${percent(share * 100)}`;
  return (
    <span className={`text-xs font-medium ${tone}`}>
      {text} <span className="sr-only">{t('against the period before')}</span>
    </span>
  );
}

/** One figure. */
export function Stat({ label, value, change, hint }: Props) {
  return (
    <div className="flex flex-col gap-1 bg-surface p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
        {change !== undefined && <Change share={change} />}
      </dd>
      {hint !== undefined && <dd className="text-xs text-muted">{hint}</dd>}
    </div>
  );
}

const COLUMNS = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4', 6: 'lg:grid-cols-6' } as const;

interface StatsProps {
  /** How many stand side by side on a wide page. */
  readonly columns?: keyof typeof COLUMNS;
  readonly children: ReactNode;
}

/** Figures side by side. */
export function Stats({ columns = 4, children }: StatsProps) {
  return (
    <dl
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-xs max-lg:[&>:last-child:nth-child(odd)]:col-span-2 ${COLUMNS[columns]}`}
    >
      {children}
    </dl>
  );
}
