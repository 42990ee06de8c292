/** Series in promtool's notation, such as `up{job="a"}` and `0+10x60` (a value each minute). */
export interface TestSeries {
  readonly series: string;
  readonly values: string;
}

/** What Prometheus reads, and whether the alert fires then. */
export interface TestCase {
  readonly title: string;
  readonly input: readonly TestSeries[];
  readonly atMinute: number;
  /** The labels of the alert that fires, besides its severity; absent where none fires. */
  readonly fires?: Readonly<Record<string, string>>;
}

export interface Alert {
  readonly name: string;
  /** `page` wakes somebody; `ticket` waits for the next working day. */
  readonly severity: 'page' | 'ticket';
  readonly expr: string;
  /** How long the expression holds before the alert fires, minutes. */
  readonly forMinutes: number;
  readonly summary: string;
  /** The runbook: what it means, where to look, what to do. */
  readonly meaning: string;
  readonly look: string;
  readonly remedy: string;
  readonly cases: readonly [TestCase, TestCase, ...TestCase[]];
}
