import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface State {
  objects: Map<string, Buffer>;
  uploads: Map<string, { path: string; parts: Map<number, Buffer> }>;
  /** Refuses this many further requests with 503. */
  failures: number;
  /** How many parts were received. */
  received: number;
}

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Buffer;
  range: string | undefined;
  response: ServerResponse;
}

/** One bucket that speaks as much of S3 as the storage uses. Signatures are accepted unread. */
export async function startS3StandIn() {
  const state: State = { objects: new Map(), uploads: new Map(), failures: 0, received: 0 };
  const server = createServer((request, response) => void handle(state, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: (name: string) => `s3://${name}/prod?region=ap-northeast-1&endpoint=http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://s3');
  const body = await buffer(request);
  if (state.failures > 0) {
    state.failures -= 1;
    return refuse(response, 503, 'SlowDown');
  }
  const call = { method: request.method ?? '', path, query, body, range: request.headers.range, response };
  if (query.has('uploads') || query.has('uploadId')) handleUpload(state, call);
  else if (query.get('list-type') === '2') listObjects(state, call);
  else handleObject(state, call);
}

const XML = { 'content-type': 'application/xml' };
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, XML).end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function handleObject({ objects }: State, { method, path, body, range, response }: Call): void {
  if (method === 'PUT') {
    objects.set(path, body);
    return void response.writeHead(200, { etag: etagOf(body) }).end();
  }
  if (method === 'DELETE') {
    objects.delete(path);
    return void response.writeHead(204).end();
  }
  const found = objects.get(path);
  if (!found) return method === 'HEAD' ? void response.writeHead(404).end() : refuse(response, 404, 'NoSuchKey');
  if (method === 'HEAD') return void response.writeHead(200, { 'content-length': found.length }).end();
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (start === undefined || end === undefined)
    return void response.writeHead(200, { 'content-length': found.length }).end(found);
  response
    .writeHead(206, { 'content-range': `bytes ${start}-${end}/${found.length}` })
    .end(found.subarray(Number(start), Number(end) + 1));
}

function listObjects({ objects }: State, { path, query, response }: Call): void {
  const root = `${path.replace(/\/+$/, '')}/`;
  const keys = [...objects.keys()].filter((key) => key.startsWith(`${root}${query.get('prefix') ?? ''}`));
  const contents = keys.map((key) => `<Contents><Key>${key.slice(root.length)}</Key></Contents>`).join('');
  response.writeHead(200, XML).end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
}

function handleUpload(state: State, { method, path, query, body, response }: Call): void {
  const { uploads, objects } = state;
  const answer = (xml: string) => void response.writeHead(200, XML).end(xml);
  const id = query.get('uploadId') ?? '';
  if (query.has('uploads') && method === 'GET') {
    const root = `${path.replace(/\/+$/, '')}/`;
    const found = [...uploads].filter(([, { path: own }]) => own.startsWith(`${root}${query.get('prefix') ?? ''}`));
    return answer(
      `<ListMultipartUploadsResult>${found
        .map(([key, own]) => `<Upload><Key>${own.path.slice(root.length)}</Key><UploadId>${key}</UploadId></Upload>`)
        .join('')}</ListMultipartUploadsResult>`,
    );
  }
  if (query.has('uploads')) {
    const created = randomUUID();
    uploads.set(created, { path, parts: new Map() });
    return answer(`<InitiateMultipartUploadResult><UploadId>${created}</UploadId></InitiateMultipartUploadResult>`);
  }
  const upload = uploads.get(id);
  if (!upload) return refuse(response, 404, 'NoSuchUpload');
  if (method === 'PUT') {
    state.received += 1;
    upload.parts.set(Number(query.get('partNumber')), body);
    return void response.writeHead(200, { etag: etagOf(body) }).end();
  }
  const parts = [...upload.parts].sort(([a], [b]) => a - b);
  if (method === 'GET') {
    const rows = parts.map(([n, part]) => `<Part><PartNumber>${n}</PartNumber><ETag>${etagOf(part)}</ETag></Part>`);
    return answer(`<ListPartsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListPartsResult>`);
  }
  uploads.delete(id);
  if (method === 'DELETE') return void response.writeHead(204).end();
  objects.set(path, Buffer.concat(parts.map(([, part]) => part)));
  answer('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
}
