import fc from 'fast-check';
import { aGif, aJpg, aPng, aZip } from '../testing/files.ts';
import { parseImage } from './image.ts';

describe('parseImage', () => {
  it('detects the three formats by their bytes, with their size', () => {
    expect(parseImage(aPng(40, 30))).toEqual({ format: 'png', width: 40, height: 30 });
    expect(parseImage(aGif())).toEqual({ format: 'gif', width: 1, height: 1 });
    expect(parseImage(aJpg())).toEqual({ format: 'jpg', width: 3, height: 2 });
  });

  it('refuses an image with another file appended, because programs differ in which they open', () => {
    for (const image of [aPng(), aGif(), aJpg()]) {
      expect(parseImage(Buffer.concat([image, aZip()]))).toBeUndefined();
      expect(parseImage(image.subarray(0, image.length - 3))).toBeUndefined();
    }
  });

  it('detects an appended file that ends as the image does', () => {
    const ends = [
      [aPng(), aPng().subarray(-12)],
      [aGif(), Buffer.from([0x3b])],
      [aJpg(), Buffer.from([0xff, 0xd9])],
    ] as const;
    for (const [image, end] of ends) {
      expect(parseImage(Buffer.concat([image, aZip(), end]))).toBeUndefined();
    }
  });

  it('refuses an image without image data', () => {
    const png = aPng();
    const header = png.subarray(0, 33);
    expect(parseImage(Buffer.concat([header, png.subarray(-12)]))).toBeUndefined();
    const gif = aGif();
    expect(parseImage(Buffer.concat([gif.subarray(0, 19), Buffer.from([0x3b])]))).toBeUndefined();
  });

  it('measures a GIF by its largest frame, because readers allocate memory for it', () => {
    const gif = aGif();
    const frame = gif.indexOf(0x2c, 19);
    gif.writeUInt16LE(60_000, frame + 5);
    gif.writeUInt16LE(50_000, frame + 7);
    expect(parseImage(gif)).toEqual({ format: 'gif', width: 60_000, height: 50_000 });
  });

  it('reads a JPG whose scan has stuffed bytes and restart markers', () => {
    const jpg = aJpg();
    const scan = Buffer.from([0xff, 0x00, 0xff, 0xd0, 0x12]);
    const longer = Buffer.concat([jpg.subarray(0, -2), scan, jpg.subarray(-2)]);
    expect(parseImage(longer)).toEqual({ format: 'jpg', width: 3, height: 2 });
  });

  it.each([
    ['zip', aZip()],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['webp', Buffer.from('RIFF0000WEBPVP8 ')],
  ])('takes no %s', (_, bytes) => {
    expect(parseImage(bytes)).toBeUndefined();
  });

  it('returns for any bytes, also those that begin like an image', () => {
    const heads = [aPng().subarray(0, 8), aGif().subarray(0, 6), aJpg().subarray(0, 4)];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        expect(() => parseImage(Buffer.concat([head, rest]))).not.toThrow();
      }),
    );
  });
});
