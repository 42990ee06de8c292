import { pseudo } from './pseudo.ts';

it('makes a text that is legible, longer, and unlike every translation', () => {
  expect(pseudo('Sign in')).toBe('⟦Šîĝñ îñ···⟧');
  expect(pseudo('12 €')).toBe('⟦12 €··⟧');
});
