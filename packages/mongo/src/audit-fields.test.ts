import { changedFields } from './audit-fields.ts';

describe('the fields of a change in the audit log', () => {
  it('are those that differ, before and after', () => {
    const before = { id: '1', status: 'draft', rate: 10, updatedAt: new Date(0) };
    const after = { id: '1', status: 'active', rate: 10, updatedAt: new Date(9) };
    expect(changedFields(before, after)).toEqual({
      before: { status: 'draft' },
      after: { status: 'active' },
    });
    expect(changedFields(before, { ...before })).toBeUndefined();
  });

  it('are all of a new or a deleted record', () => {
    expect(changedFields(null, { role: 'owner' })).toEqual({
      before: null,
      after: { role: 'owner' },
    });
    expect(changedFields({ role: 'owner' }, null)).toEqual({
      before: { role: 'owner' },
      after: null,
    });
  });

  it.each([
    'passwordHash',
    'email',
    'phone',
    'name',
    'sealedSecret',
    'cardprocAccountId',
    'walletEmail',
    'taxId',
    'keyHash',
    'hint',
    'url',
    'billingAddress',
    'brandName',
    'description',
    'shopUrl',
  ])('show that %s changed, and not its value', (field) => {
    const changed = changedFields({ [field]: 'private one' }, { [field]: 'private two' });
    expect(changed).toEqual({ before: { [field]: '[hidden]' }, after: { [field]: '[hidden]' } });
    const inside = changedFields(null, { profile: [{ [field]: 'private one' }] });
    expect(JSON.stringify(inside)).not.toContain('private');
  });

  it('are bounded, however large the record is', () => {
    const large = { terms: Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)) };
    expect(JSON.stringify(changedFields(null, large)).length).toBeLessThan(20_000);
  });
});
