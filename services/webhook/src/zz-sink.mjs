import { createServer } from 'node:http';
createServer((req, res) => {
  req.resume();
  req.on('end', () => res.end('ok'));
}).listen(39555, '127.0.0.1');
