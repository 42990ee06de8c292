import { type TestCase, type TestSeries } from './alert.ts';

/** A single series. */
export const one = (series: string, values: string): readonly TestSeries[] => [{ series, values }];

/** The alert fires, with these labels besides its severity. */
export const fires = (
  input: readonly TestSeries[],
  atMinute: number,
  labels: Readonly<Record<string, string>>,
): TestCase => ({ title: 'fires', input, atMinute, fires: labels });

/** No alert fires. */
export const quiet = (
  input: readonly TestSeries[],
  atMinute: number,
  title = 'is quiet',
): TestCase => ({
  title,
  input,
  atMinute,
});
