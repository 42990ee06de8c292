import { percent } from '../format/format.ts';

interface Props {
  readonly label: string;
  /** 0 to 1; more is shown as full. */
  readonly share: number;
  readonly text: string;
  readonly tone?: 'accent' | 'bad' | 'plain';
}

const FILLS = { accent: 'fill-accent', bad: 'fill-bad', plain: 'fill-strong-line' } as const;

/** How much of something is used, or how strong it is. */
export function Meter({ label, share, text, tone = 'accent' }: Props) {
  const width = Math.min(1, Math.max(0, share)) * 100;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span>{text}</span>
        <span className="shrink-0 text-muted tabular-nums">{percent(share * 100)}</span>
      </div>
      <svg
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(width)}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-full bg-sunken"
      >
        <rect width={width} height="4" className={FILLS[tone]} />
      </svg>
    </div>
  );
}
