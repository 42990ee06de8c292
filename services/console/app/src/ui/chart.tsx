import { useId, useState } from 'react';
import { dayOfSeries } from '../format/format.ts';
import { areaPath, linePath, type Point, tickOf } from './chart-paths.ts';

export interface Day {
  /** ISO date of the day. */
  readonly day: string;
  readonly value: number;
}

interface Props {
  /** What the chart shows; the heading of its table. */
  readonly title: string;
  readonly days: readonly Day[];
  readonly format: (value: number) => string;
}

const WIDTH = 600;
const HEIGHT = 180;

function Table({ title, days, format }: Props) {
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <tbody>
        {days.map(({ day, value }) => (
          <tr key={day}>
            <th scope="row">{dayOfSeries(day)}</th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A line of days, with the value of the day under the pointer, and the same as a table for screen readers. */
export function TimeChart({ title, days, format }: Props) {
  const gradient = useId();
  const [at, setAt] = useState<number>();
  const top = tickOf(Math.max(...days.map(({ value }) => value), 0));
  const step = WIDTH / Math.max(1, days.length - 1);
  const points: Point[] = days.map(({ value }, index) => [
    index * step,
    HEIGHT - (value / top) * HEIGHT,
  ]);
  const shown = at === undefined ? undefined : days[at];
  const [x, y] = (at === undefined ? undefined : points[at]) ?? [0, 0];
  return (
    <div className="px-5 pt-4 pb-5">
      <p className="mb-2 h-5 text-right text-xs text-muted tabular-nums" aria-hidden="true">
        {shown === undefined ? format(top) : `${dayOfSeries(shown.day)} · ${format(shown.value)}`}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full overflow-visible text-accent"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const index = Math.round(((clientX - left) / width) * (days.length - 1));
          setAt(Math.min(days.length - 1, Math.max(0, index)));
        }}
        onPointerLeave={() => setAt(undefined)}
      >
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1="0"
            x2={WIDTH}
            y1={HEIGHT * share}
            y2={HEIGHT * share}
            stroke="var(--c-line)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={areaPath(points, HEIGHT)} fill={`url(#${gradient})`} />
        <path
          d={linePath(points)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {shown !== undefined && (
          <line
            x1={x}
            x2={x}
            y1={y}
            y2={HEIGHT}
            stroke="currentColor"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className="mt-2 flex justify-between text-xs text-muted" aria-hidden="true">
        <span>{dayOfSeries(days[0]?.day ?? new Date().toISOString())}</span>
        <span>{dayOfSeries(days.at(-1)?.day ?? new Date().toISOString())}</span>
      </div>
      <Table title={title} days={days} format={format} />
    </div>
  );
}
