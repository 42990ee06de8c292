import { mailAllowance } from './mail-allowance.ts';

describe('mailAllowance', () => {
  it('does not limit the notices of an account to its proved address', () => {
    expect(mailAllowance('commission_earned', true)).toBe('unlimited');
    expect(mailAllowance('security_alert', true)).toBe('unlimited');
  });

  it('limits everything to an unproved address, which may be a stranger’s', () => {
    expect(mailAllowance('commission_earned', false)).toBe('other');
    expect(mailAllowance('security_alert', false)).toBe('account');
  });

  it('limits what others can cause to a proved address too', () => {
    expect(mailAllowance('campaign_invitation', true)).toBe('other');
    expect(mailAllowance('test', true)).toBe('other');
    expect(mailAllowance('account_link', true)).toBe('account');
  });
});
