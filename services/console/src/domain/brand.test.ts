import { brandOf } from './brand.ts';

const settings = {
  CONSOLE_NAME: 'Acme Partners',
  CONSOLE_ACCENT: '#0f766e',
  CONSOLE_ACCENT_DARK: '#5eead4',
};

it('states the name, the colours and whether there is a logo', () => {
  expect(brandOf(settings, true)).toEqual({
    name: 'Acme Partners',
    logo: '/console/logo',
    css: ':root { --brand: #0f766e; --brand-dark: #5eead4; }\n',
  });
  expect(brandOf(settings, false).logo).toBeNull();
});
