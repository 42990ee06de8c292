import { inflateRawSync } from 'node:zlib';

/** The entries of a zip archive, by name, read from its central directory. */
export function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    );
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(from, from + size);
    files.set(name, (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
