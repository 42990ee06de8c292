import { type AccountLinkPurpose } from '@tributary/contracts';
import { mailAllowance } from './mail-allowance.ts';

describe('mailAllowance', () => {
  it('does not limit the notices of an account to its proved address', () => {
    expect(mailAllowance({ type: 'commission_earned', isProved: true })).toBe('unlimited');
    expect(mailAllowance({ type: 'security_alert', isProved: true })).toBe('unlimited');
  });

  it('limits everything to an unproved address, which may be a stranger’s', () => {
    expect(mailAllowance({ type: 'commission_earned', isProved: false })).toBe('other');
    expect(mailAllowance({ type: 'security_alert', isProved: false })).toBe('account');
  });

  it('limits what others can cause to a proved address too', () => {
    expect(mailAllowance({ type: 'campaign_invitation', isProved: true })).toBe('other');
    expect(mailAllowance({ type: 'test', isProved: true })).toBe('other');
    expect(mailAllowance({ type: 'account_link', isProved: true })).toBe('account');
  });

  describe('of an account link', () => {
    const link = (linkPurpose: AccountLinkPurpose, isProved: boolean) =>
      mailAllowance({ type: 'account_link', isProved, linkPurpose });

    it('counts proofs of an address together, which anybody can have sent', () => {
      for (const isProved of [true, false]) {
        expect(link('verify_email', isProved)).toBe('account');
        expect(link('change_email', isProved)).toBe('account');
      }
    });

    it('never stops the link that takes a change back, so that no flood hides a takeover', () => {
      expect([link('restore_email', true), link('restore_email', false)]).toEqual([
        'unlimited',
        'unlimited',
      ]);
    });

    it('counts resets alone where the owner has proved the address', () => {
      expect(link('reset_password', true)).toBe('reset');
      expect(link('reset_password', false)).toBe('account');
    });
  });
});
