import { parseUpload } from './upload-form.ts';

const BOUNDARY = 'form';
const sent = (names: readonly string[]): Buffer =>
  Buffer.from(
    [
      ...names.map(
        (name) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`,
      ),
      `--${BOUNDARY}--\r\n`,
    ].join(''),
  );
const read = (names: readonly string[]) =>
  parseUpload(sent(names), `multipart/form-data; boundary=${BOUNDARY}`);

describe('the form of a creative', () => {
  it('names every invalid field once', async () => {
    const refused = read(['name', 'name', 'colour', 'colour']);
    await expect(refused).rejects.toMatchObject({
      fields: [
        { path: 'colour', message: 'Unknown field' },
        { path: 'name', message: 'Given more than once' },
        { path: 'colour', message: 'Given more than once' },
        { path: 'file', message: 'Must be a file' },
        { path: 'kind', message: expect.stringContaining('one of') as string },
      ],
    });
  });

  it('is checked in linear time, because the check blocks all requests', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `f${String(index)}`);
    await expect(read(names)).rejects.toMatchObject({ code: 'invalid_request' });
  }, 20_000);
});
