import { passwordFault } from './password.ts';

const owner = { email: 'marguerite.d@example.com', name: 'Léa Duras' };
const isCommon = (password: string): boolean => password.toLowerCase() === 'qwertyuiop';
const faultOf = (password: string): string | undefined => passwordFault(password, owner, isCommon);

describe('passwordFault', () => {
  it('refuses the most common passwords', () => {
    expect(faultOf('QwertyUiop')).toMatch(/common/);
  });

  it.each(['MARGUERITE.D-2024', 'my duras password', 'marguerite.d@example.com', 'léa duras 99'])(
    'refuses %s, which contains a name or the address',
    (password) => {
      expect(faultOf(password)).toMatch(/name or e-mail/);
    },
  );

  it('accepts other passwords, also with a name of three letters inside another word', () => {
    expect(faultOf('correct horse battery')).toBeUndefined();
    expect(faultOf('the plea was heavy')).toBeUndefined();
  });
});
