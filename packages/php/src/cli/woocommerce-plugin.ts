/** Makes the plugin for WooCommerce as it is uploaded: `npm run tool -- woocommerce-plugin [FILE]`. */
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const root = join(import.meta.dirname, '../..');
const target = resolve(process.argv[2] ?? 'tributary-woocommerce.zip');

const plugin = new ZipFile();
plugin.addFile(join(root, 'woocommerce/tributary.php'), 'tributary/tributary.php');
plugin.addFile(join(root, 'php/tributary.php'), 'tributary/clicks.php');
plugin.end();
await pipeline(plugin.outputStream, createWriteStream(target));
process.stdout.write(`${target}\n`);
