import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { noteUsage } from './note-usage.ts';

export const noteUsageRpc = (deps: Deps) =>
  rpc('tributary.identity.v1.Users', 'NoteUsage', async (note) => {
    await noteUsage(deps)(note);
    return {};
  });
