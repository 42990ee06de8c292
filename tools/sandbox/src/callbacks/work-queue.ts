/** Runs jobs in the order they came, a bounded number at a time. */
export type WorkQueue<Job> = Readonly<{ add(job: Job): void; close(): void }>;

/** @param run must not reject */
export function createWorkQueue<Job>(
  maxInFlight: number,
  run: (job: Job) => Promise<void>,
): WorkQueue<Job> {
  const waiting: Job[] = [];
  let inFlight = 0;
  let closed = false;

  function pump(): void {
    while (inFlight < maxInFlight && !closed) {
      const job = waiting.shift();
      if (job === undefined) return;
      inFlight += 1;
      void run(job).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  }

  return {
    add: (job) => {
      waiting.push(job);
      pump();
    },
    close: () => {
      closed = true;
      waiting.length = 0;
    },
  };
}
