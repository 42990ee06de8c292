/** One run at a time: a call during a run shares that run's result. */
export function sharedRun<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  const start = async (): Promise<T> => {
    try {
      return await run();
    } finally {
      running = undefined;
    }
  };
  return () => (running ??= start());
}
