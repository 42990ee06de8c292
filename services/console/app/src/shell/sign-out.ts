import { api } from '../api/client.ts';
import { sentenceOf } from '../api/failure.ts';
import { keepRole } from '../api/last-role.ts';
import { showMessage } from '../ui/toast.tsx';

/** Ends the session and loads the pages anew, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  try {
    await api.auth.logOut();
    keepRole(null);
    window.location.assign('/sign-in');
  } catch (error) {
    showMessage(sentenceOf(error), { isError: true });
  }
}
