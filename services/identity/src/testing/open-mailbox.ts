import { type AccountLinkPurpose, accountMailRequested } from '@tributary/contracts';
import { openEventProbe } from '@tributary/testing';

/** Receives the links that identity has mailed. */
export async function openMailbox(env: Readonly<Record<string, string>>) {
  const probe = await openEventProbe(env, ['identity.mails', 'identity.users']);
  const linksTo = (to: string, purpose: AccountLinkPurpose): string[] =>
    probe
      .events(accountMailRequested)
      .filter(({ data }) => data.to === to && data.purpose === purpose)
      .map(({ data }) => data.token);
  return {
    probe,
    /** The tokens of the links so far, in order. */
    linksTo,
    /** Waits for the first link that is not among `except`, and returns its token. */
    waitForLink: async (
      to: string,
      purpose: AccountLinkPurpose,
      except: readonly string[] = [],
    ): Promise<string> => {
      const { data } = await probe.waitFor(
        accountMailRequested,
        (mail) => mail.to === to && mail.purpose === purpose && !except.includes(mail.token),
      );
      return data.token;
    },
    close: () => probe.close(),
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;
