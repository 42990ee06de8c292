import { api } from '../api/client.ts';
import { sentenceOf } from '../api/failure.ts';
import { say } from '../ui/toast.tsx';

/** Ends the session and loads the pages anew, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  try {
    await api.auth.logOut();
    window.location.assign('/sign-in');
  } catch (error) {
    say(sentenceOf(error), { isError: true });
  }
}
