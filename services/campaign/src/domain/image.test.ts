import fc from 'fast-check';
import { aGif, aJpg, aPng, aZip } from '../testing/files.ts';
import { sniffImage } from './image.ts';

describe('sniffImage', () => {
  it('knows the three kinds by their bytes, with their size', () => {
    expect(sniffImage(aPng(40, 30))).toEqual({ format: 'png', width: 40, height: 30 });
    expect(sniffImage(aGif())).toEqual({ format: 'gif', width: 1, height: 1 });
    expect(sniffImage(aJpg())).toEqual({ format: 'jpg', width: 3, height: 2 });
  });

  it('takes no image that another file hangs on, because programs differ in which they open', () => {
    for (const image of [aPng(), aGif(), aJpg()]) {
      expect(sniffImage(Buffer.concat([image, aZip()]))).toBeUndefined();
      expect(sniffImage(image.subarray(0, image.length - 3))).toBeUndefined();
    }
  });

  it.each([
    ['zip', aZip()],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['webp', Buffer.from('RIFF0000WEBPVP8 ')],
  ])('takes no %s', (_, bytes) => {
    expect(sniffImage(bytes)).toBeUndefined();
  });

  it('answers for any bytes at all, also those that begin like an image', () => {
    const heads = [aPng().subarray(0, 8), aGif().subarray(0, 6), aJpg().subarray(0, 4)];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        expect(() => sniffImage(Buffer.concat([head, rest]))).not.toThrow();
      }),
    );
  });
});
