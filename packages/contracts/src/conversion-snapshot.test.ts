import { conversionSnapshot, sampleConversion } from './conversion-snapshot.ts';

it('a conversion is read with a reason of a later release, which is not taken for none', () => {
  const later = { ...sampleConversion, unpayableReason: 'reason_of_a_later_release' };
  expect(conversionSnapshot.parse(later).unpayableReason).toBe('reason_of_a_later_release');
});
