import type kafkajs from 'kafkajs';
import type { Client } from './client.ts';

/** Does work with a connection. */
export type UseAdmin = <T>(work: (admin: kafkajs.Admin) => Promise<T>) => Promise<T>;

/** A connection for reads about the cluster, opened when first needed and again after a failure. */
export function openAdmin({ kafka }: Pick<Client, 'kafka'>): {
  readonly use: UseAdmin;
  readonly close: () => Promise<void>;
} {
  let connected: kafkajs.Admin | undefined;
  let opening: Promise<kafkajs.Admin> | undefined;
  let isClosed = false;
  const open = async (): Promise<kafkajs.Admin> => {
    const admin = kafka.admin();
    try {
      await admin.connect();
    } finally {
      opening = undefined;
    }
    // Closing does not wait for a broker that does not answer.
    if (isClosed) await disconnect(admin);
    else connected = admin;
    return admin;
  };
  return {
    use: async (work) => {
      const admin = connected ?? (await (opening ??= open()));
      try {
        return await work(admin);
      } catch (error) {
        if (connected === admin) connected = undefined;
        void disconnect(admin);
        throw error;
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      if (connected !== undefined) await disconnect(connected);
    },
  };
}

/** Opens a connection for one question. */
export async function withAdmin<T>(
  { kafka }: Pick<Client, 'kafka'>,
  work: (admin: kafkajs.Admin) => Promise<T>,
): Promise<T> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await disconnect(admin);
  }
}

const disconnect = (admin: kafkajs.Admin): Promise<void> =>
  admin.disconnect().catch(() => undefined);
