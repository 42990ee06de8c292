/** What is put under load. */
export interface Target {
  readonly url: string;
  /** The headers of a run; called at its begin. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly expect: number;
  /** Makes the body and headers of each request. */
  readonly next?: () => { body: string; headers: Readonly<Record<string, string>> };
}

/** The result of one run of load. */
export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers with the expected status. */
  readonly good: number;
  readonly bad: number;
}
