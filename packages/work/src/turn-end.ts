/** Resolves when the sockets that are ready have been read: other connections’ callers come in the same turn of the event loop. */
export const turnEnd = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
