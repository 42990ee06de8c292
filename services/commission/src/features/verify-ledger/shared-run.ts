/** One run at a time: who asks while one goes on waits for that one and gets its result. */
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
