/** The texts of an e-mail around its notifications. */
export const emailTexts = {
  /** The value of the HTML `lang` attribute. */
  language: 'en',
  hello: (name?: string): string => (name === undefined ? 'Hello,' : `Hello ${name},`),
  /** The default label of a link. */
  open: 'Open',
  footer: 'You get this because of your notification settings at Tributary.',
  unsubscribe: 'No more of these e-mails',
  updates: (count: number): string => `${String(count)} ${count === 1 ? 'update' : 'updates'}`,
  digestTitle: (updates: string): string => `Your digest: ${updates}`,
  digestIntro: (count: number, updates: string): string =>
    `since the last digest there ${count === 1 ? 'was' : 'were'} ${updates}:`,
  /** For a digest whose further notifications follow in another e-mail. */
  firstDigestIntro: (updates: string): string =>
    `these are the first ${updates} since the last digest; the others follow in another e-mail:`,
};
export type EmailTexts = Readonly<typeof emailTexts>;
