import { Agent, request } from 'node:http';
import WebSocket from 'ws';

// Half of the listeners of the benchmark: raw clients that parse every change and keep the time it took.
const DATABASE = 'projects/bench/databases/(default)';
const OPENING_AT_ONCE = 25;
const handshakes = new Agent({ keepAlive: true, maxSockets: OPENING_AT_ONCE });
const hanging = new Agent({ keepAlive: false, maxSockets: Infinity });

const results = { times: [], lost: 0, disordered: 0 };
const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** One change as a listener sees it: its number must follow the last one. */
function note(listener, { seq, at }) {
  // The first ones only warm up.
  if (at > 0) results.times.push(nowMs() - at);
  if (listener.seq !== undefined && seq !== listener.seq + 1) {
    if (seq <= listener.seq) results.disordered += 1;
    else results.lost += seq - listener.seq - 1;
  }
  listener.seq = seq;
}

const changeOf = ({ fields }) => ({ seq: Number(fields.seq.integerValue), at: fields.at.doubleValue });

function post(url, body) {
  return new Promise((done, fail) => {
    const outgoing = request(url, { method: 'POST', agent: handshakes }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => done({ text, session: answer.headers['x-http-session-id'] }));
    });
    outgoing.on('error', fail).end(body);
  });
}

async function openWebChannel(url, collection) {
  const address = `${url}/google.firestore.v1.Firestore/Listen/channel?VER=8&database=${encodeURIComponent(DATABASE)}`;
  const target = { database: DATABASE, addTarget: { targetId: 2, query: { parent: `${DATABASE}/documents`, structuredQuery: { from: [{ collectionId: collection }] } } } };
  const { text, session } = await post(`${address}&RID=1&CVER=22`, `count=1&ofs=0&req0___data__=${encodeURIComponent(JSON.stringify(target))}`);
  const sid = JSON.parse(text.slice(text.indexOf('\n')))[0][1][1];
  const listener = { lastId: 0 };
  await new Promise((ready) => {
    const hang = () => {
      request(`${address}&gsessionid=${session}&SID=${sid}&RID=rpc&AID=${listener.lastId}&CI=0&TYPE=xmlhttp`, { agent: hanging }, (answer) => {
        let rest = '';
        answer.setEncoding('latin1').on('end', hang).on('data', (part) => {
          rest += part;
          for (let newline = rest.indexOf('\n'); newline !== -1; newline = rest.indexOf('\n')) {
            const end = newline + 1 + Number(rest.slice(0, newline));
            if (rest.length < end) return;
            for (const [id, [message]] of JSON.parse(rest.slice(newline + 1, end))) {
              listener.lastId = id;
              if (message.documentChange) note(listener, changeOf(message.documentChange.document));
              else if (message.targetChange?.targetChangeType === 'CURRENT') ready();
            }
            rest = rest.slice(end);
          }
        });
      }).on('error', () => undefined).end();
    };
    hang();
  });
}

async function openSocket(url) {
  const listener = {};
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  socket.on('message', (data) => {
    const text = data.toString('latin1');
    const [[, [message]]] = JSON.parse(text.slice(text.indexOf('\n')));
    note(listener, changeOf(message.documentChange.document));
  });
  await new Promise((done, fail) => { socket.on('open', done).on('error', fail); });
}

process.on('message', async ({ open, finish }) => {
  if (open) {
    const { kind, url, count, collection } = open;
    for (let opened = 0; opened < count; opened += OPENING_AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, count - opened) }, () => (kind === 'engine' ? openWebChannel(url, collection) : openSocket(url))));
    }
    process.send({ ready: true });
  }
  if (finish) process.send({ ...results, times: Float64Array.from(results.times) });
});
