import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { noteRequests } from './note-requests.ts';

export const noteRequestsRpc = (deps: Deps) => {
  const note = noteRequests(deps);
  return rpc('tributary.identity.v1.Users', 'NoteRequests', async ({ requests }) => {
    await note(requests);
    return {};
  });
};
