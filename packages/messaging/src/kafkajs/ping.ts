import type { Ping } from '../port.ts';
import { openAdmin } from './admin.ts';
import type { Client } from './client.ts';

/** One connection for all checks. */
export function openPing(client: Client): Ping {
  const { use, close } = openAdmin(client);
  return {
    ping: async () => {
      await use((admin) => admin.describeCluster());
    },
    close,
  };
}
