import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface WireValue {
  nullValue?: unknown;
  stringValue?: string;
  booleanValue?: boolean;
  integerValue?: string | number;
  arrayValue?: { values?: WireValue[] };
  mapValue?: { fields?: Record<string, WireValue> };
  [kind: string]: unknown;
}
interface WireWrite {
  update?: { name: string; fields?: Record<string, WireValue> };
  updateMask?: { fieldPaths?: string[] };
  delete?: string;
}

export interface RecordingFirestore {
  url: string;
  /** Current documents by path. */
  documents: Map<string, Record<string, unknown>>;
  /** Paths of each commit, in order. */
  commits: string[][];
  /** Headers of the last request. */
  headers(): IncomingMessage['headers'];
  /** Answers every commit with this status from now on; 200 restores normal operation. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/**
 * Test double of Firestore's commit over REST, limited to whole and partial documents and deletions: records what the
 * real client library sends.
 */
export async function startRecordingFirestore(): Promise<RecordingFirestore> {
  const documents = new Map<string, Record<string, unknown>>();
  const commits: string[][] = [];
  let headers: IncomingMessage['headers'] = {};
  let status = 200;

  function apply(write: WireWrite): string {
    const path = pathOf(write.update?.name ?? write.delete ?? '');
    if (!write.update) documents.delete(path);
    else {
      const fields = Object.fromEntries(
        Object.entries(write.update.fields ?? {}).map(([name, value]) => [name, plain(value)]),
      );
      documents.set(path, write.updateMask ? { ...documents.get(path), ...fields } : fields);
    }
    return path;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      headers = request.headers;
      response.setHeader('content-type', 'application/json');
      if (status !== 200) {
        response.statusCode = status;
        response.end(
          JSON.stringify({
            error: { code: status, message: 'not now', status: status === 400 ? 'INVALID_ARGUMENT' : 'INTERNAL' },
          }),
        );
        return;
      }
      const { writes } = JSON.parse(Buffer.concat(chunks).toString()) as { writes: WireWrite[] };
      commits.push(writes.map(apply));
      const updateTime = new Date().toISOString();
      response.end(JSON.stringify({ writeResults: writes.map(() => ({ updateTime })), commitTime: updateTime }));
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    commits,
    headers: () => headers,
    answerWith(next) {
      status = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}

const pathOf = (name: string) => name.replace(/^.*?\/documents\//, '');

function plain(value: WireValue): unknown {
  if ('nullValue' in value) return null;
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(plain);
  if (value.mapValue)
    return Object.fromEntries(Object.entries(value.mapValue.fields ?? {}).map(([name, inner]) => [name, plain(inner)]));
  return value.stringValue ?? value.booleanValue ?? Number(value.integerValue);
}
