import { createFirstAdmin } from './first-admin.ts';

const CREATED = 'The first administrator has been created';

describe('the password of the first administrator', () => {
  it('is made and shown by the start that creates the account, and by no other', () => {
    const first = createFirstAdmin(undefined, true);
    const { ADMIN_PASSWORD: password = '' } = first.env;
    expect(password.length).toBeGreaterThanOrEqual(24);
    first.read('{"msg":"started"}');
    expect(first.description()).not.toContain(password);
    first.read(CREATED);
    expect(first.description()).toContain(password);
    const second = createFirstAdmin('', true);
    expect(second.env['ADMIN_PASSWORD']).not.toBe(password);
    expect(second.description()).not.toContain(second.env['ADMIN_PASSWORD']);
  });

  it('is the known one on loopback alone', () => {
    expect(createFirstAdmin(undefined, false).description()).toBe('admin-password-1');
    expect(createFirstAdmin(undefined, true).description()).not.toContain('admin-password-1');
  });

  it('is not shown where the operator has set it', () => {
    for (const exposed of [true, false]) {
      const admin = createFirstAdmin('a-password-of-the-operator', exposed);
      expect(admin.env).toEqual({});
      expect(admin.description()).toBe('(ADMIN_PASSWORD)');
    }
  });
});
