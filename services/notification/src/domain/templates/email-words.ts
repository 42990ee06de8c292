/** What stands around the notifications in an e-mail. */
export const emailWords = {
  /** As HTML names it. */
  language: 'en',
  hello: (name: string): string => `Hello ${name},`,
  /** On a link that has no label of its own. */
  open: 'Open',
  footer: 'You get this because of your notification settings at Tributary.',
  unsubscribe: 'No more of these e-mails',
  updates: (count: number): string => `${String(count)} ${count === 1 ? 'update' : 'updates'}`,
  digestTitle: (updates: string): string => `Your digest: ${updates}`,
  digestIntro: (count: number, updates: string): string =>
    `since the last digest there ${count === 1 ? 'was' : 'were'} ${updates}:`,
  /** Where others follow in another one. */
  firstDigestIntro: (updates: string): string =>
    `these are the first ${updates} since the last digest; the others follow in another e-mail:`,
};
export type EmailWords = Readonly<typeof emailWords>;
