import { createSocket } from 'node:dgram';

/** A DNS server with settable records and a time to live of zero. */
export interface DnsStub {
  /** As `address:port`. */
  readonly server: string;
  /** Sets the addresses of a name; without any the name does not exist. */
  answer(name: string, addresses: readonly string[]): void;
  close(): Promise<void>;
}

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;

export async function openDnsStub(): Promise<DnsStub> {
  const names = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    socket.send(reply(query, names), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address();
  return {
    server: `127.0.0.1:${String(port)}`,
    answer: (name, addresses) => {
      names.set(name, addresses);
    },
    close: () =>
      new Promise((resolve) => {
        socket.close(() => {
          resolve();
        });
      }),
  };
}

function reply(query: Buffer, names: ReadonlyMap<string, readonly string[]>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(HEADER_BYTES, at + 5);
  const addresses = names.get(labels.join('.').toLowerCase());
  const records = (addresses ?? [])
    .filter((address) => address.includes(':') === (type === AAAA))
    .map((address) => record(type, address));
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // The flags of a response with recursion: no error, or NXDOMAIN.
  header.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function record(type: number, address: string): Buffer {
  const data = type === A ? Buffer.from(address.split('.').map(Number)) : v6Bytes(address);
  const head = Buffer.alloc(12);
  // A pointer to the name in the question, class IN, time to live 0.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function v6Bytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(left), groups(right)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const hex = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
  return Buffer.from(hex, 'hex');
}
