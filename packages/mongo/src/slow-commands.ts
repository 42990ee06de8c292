import type mongoose from 'mongoose';
import { recordEnded } from '@tributary/tracing';

/** Shorter commands have no span of their own. */
const SLOW_MS = 20;

/** The collection of a command, such as `find`: the value of its first field. */
const collectionOf = (command: object, name: string): string => {
  const value: unknown = Reflect.get(command, name);
  return typeof value === 'string' ? value : '';
};

/** Records commands of more than 20 ms as part of the work that sent them. The driver reports them where they are monitored. */
export function traceSlowCommands(connection: mongoose.Connection): void {
  const client = connection.getClient();
  /** The collections of running commands; the driver repeats no number while one runs. */
  const collections = new Map<number, string>();
  client.on('commandStarted', ({ requestId, command, commandName }) => {
    collections.set(requestId, collectionOf(command, commandName));
  });
  const ended = (
    {
      requestId,
      commandName,
      duration,
    }: { requestId: number; commandName: string; duration: number },
    error?: Error,
  ): void => {
    const collection = collections.get(requestId) ?? '';
    collections.delete(requestId);
    if (duration <= SLOW_MS) return;
    const attributes = {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.collection.name': collection,
    };
    const startedAt = performance.now() - duration;
    recordEnded({ name: `mongodb ${commandName}`, kind: 'client', attributes, startedAt }, error);
  };
  client.on('commandSucceeded', ended);
  client.on('commandFailed', (event) => {
    ended(event, event.failure);
  });
}
