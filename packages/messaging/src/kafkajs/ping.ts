import type kafkajs from 'kafkajs';
import type { Ping } from '../port.ts';
import type { Client } from './client.ts';

/** One connection for all checks, opened when first needed and again after a failure. */
export function openPing({ kafka }: Client): Ping {
  let connected: kafkajs.Admin | undefined;
  let isClosed = false;
  const open = async (): Promise<kafkajs.Admin> => {
    const admin = kafka.admin();
    await admin.connect();
    // Closing does not wait for a broker that does not answer.
    if (isClosed) await disconnect(admin);
    else connected = admin;
    return admin;
  };
  return {
    ping: async () => {
      const admin = connected ?? (await open());
      try {
        await admin.describeCluster();
      } catch (error) {
        connected = undefined;
        void disconnect(admin);
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      if (connected !== undefined) await disconnect(connected);
    },
  };
}

const disconnect = (admin: kafkajs.Admin): Promise<void> =>
  admin.disconnect().catch(() => undefined);
