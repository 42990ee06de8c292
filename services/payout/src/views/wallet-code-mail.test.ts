import { walletCodeMail } from './wallet-code-mail.ts';

it('the mail with a code is in the language of its reader, English by default', () => {
  expect(walletCodeMail('012345', 'de-AT').text).toBe(
    'Ihr Code lautet 012345. Er gilt 30 Minuten.\n',
  );
  expect(walletCodeMail('012345', 'es-MX').text).toBe('Tu código es 012345. Vale 30 minutos.\n');
  expect(walletCodeMail('012345', 'en-GB').text).toContain('Your code is 012345.');
  expect(walletCodeMail('012345', 'fr')).toEqual(walletCodeMail('012345', 'en'));
});
