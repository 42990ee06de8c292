import { messagesBesideFields } from './form-messages.ts';

describe('the messages of a form beside its fields', () => {
  it('name what is wrong with a list as a whole, and with the form', () => {
    expect(
      messagesBesideFields({
        root: { type: 'custom', message: 'Try again' },
        tiers: Object.assign([undefined, { name: { message: 'Required', ref: {} } }], {
          root: { type: 'too_big', message: 'At most 10 tiers' },
        }),
      }),
    ).toEqual(['Try again', 'At most 10 tiers']);
  });

  it('leave out what its fields show', () => {
    expect(messagesBesideFields({ name: { message: 'Required', ref: { name: 'name' } } })).toEqual(
      [],
    );
  });

  it('name each once', () => {
    const wrong = { message: 'Not allowed' };
    expect(messagesBesideFields({ a: wrong, b: { c: wrong } })).toEqual(['Not allowed']);
  });
});
