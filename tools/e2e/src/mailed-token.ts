import { eventually } from '@tributary/testing';
import { type TestSystem } from './system.ts';

/** Waits for a mail to an address, and returns the token of its newest link to a page such as `verify-email`. */
export const mailedToken = (
  { sandboxUrl }: Pick<TestSystem, 'sandboxUrl'>,
  email: string,
  page: string,
): Promise<string> =>
  eventually(
    async () => {
      const inbox = `${sandboxUrl}/inbox/email?to=${encodeURIComponent(email)}`;
      const text = await (await fetch(inbox)).text();
      return new RegExp(`${page}\\?token=(tr[ai]_[\\w-]+)`).exec(text)?.[1];
    },
    { timeoutMs: 30_000 },
  );
