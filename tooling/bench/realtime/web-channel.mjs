import { Agent, request } from 'node:http';

const BENCH_PROJECT = 'bench';
export const OPENING_AT_ONCE = 25;
const handshakes = new Agent({ keepAlive: true, maxSockets: OPENING_AT_ONCE });
const hanging = new Agent({ keepAlive: false, maxSockets: Infinity });

function post(url, body, headers) {
  return new Promise((done, fail) => {
    const outgoing = request(url, { method: 'POST', agent: handshakes, headers }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part) => {
          text += part;
        })
        .on('end', () => done({ text, session: answer.headers['x-http-session-id'] }));
    });
    outgoing.on('error', fail).end(body);
  });
}

/** What a client listens to: the documents of one collection, or one document. */
const targetOf = (database, path, index) => {
  const targetId = 2 + 2 * index;
  const steps = path.split('/');
  if (steps.length % 2 === 0) return { targetId, documents: { documents: [`${database}/documents/${path}`] } };
  const collectionId = steps.pop();
  return {
    targetId,
    query: { parent: [`${database}/documents`, ...steps].join('/'), structuredQuery: { from: [{ collectionId }] } },
  };
};

/**
 * Opens a raw Listen stream over WebChannel, as lean as a client can be. Resolves when all paths have their initial
 * documents.
 * @param {(document: object) => void} onDocument called for every document, including the initial ones
 * @param {{ projectId?: string, token?: string }} [caller] default: anonymous, of the benchmark's own engine
 */
export async function openWebChannel(url, paths, onDocument, caller = {}) {
  const { projectId = BENCH_PROJECT, token } = caller;
  const database = `projects/${projectId}/databases/(default)`;
  const address = `${url}/google.firestore.v1.Firestore/Listen/channel?VER=8&database=${encodeURIComponent(database)}`;
  const form = paths.map(
    (path, index) =>
      `req${index}___data__=${encodeURIComponent(JSON.stringify({ database, addTarget: targetOf(database, path, index) }))}`,
  );
  const { text, session } = await post(`${address}&RID=1&CVER=22`, `count=${paths.length}&ofs=0&${form.join('&')}`, {
    ...(token && { authorization: `Bearer ${token}` }),
  });
  const sid = JSON.parse(text.slice(text.indexOf('\n')))[0][1][1];
  let lastId = 0;
  let incomplete = paths.length;
  await new Promise((ready) => {
    const hang = () => {
      request(
        `${address}&gsessionid=${session}&SID=${sid}&RID=rpc&AID=${lastId}&CI=0&TYPE=xmlhttp`,
        { agent: hanging },
        (answer) => {
          let rest = '';
          answer
            .setEncoding('latin1')
            .on('end', hang)
            .on('data', (part) => {
              rest += part;
              for (let newline = rest.indexOf('\n'); newline !== -1; newline = rest.indexOf('\n')) {
                const end = newline + 1 + Number(rest.slice(0, newline));
                if (rest.length < end) return;
                for (const [id, [message]] of JSON.parse(rest.slice(newline + 1, end))) {
                  lastId = id;
                  if (message.documentChange) onDocument(message.documentChange.document);
                  else if (message.targetChange?.targetChangeType === 'CURRENT' && (incomplete -= 1) === 0)
                    ready(undefined);
                }
                rest = rest.slice(end);
              }
            });
        },
      )
        .on('error', () => undefined)
        .end();
    };
    hang();
  });
}
