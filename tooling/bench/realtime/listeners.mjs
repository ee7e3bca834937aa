import WebSocket from 'ws';

import { OPENING_AT_ONCE, openWebChannel } from './web-channel.mjs';

// Half of the listeners of the benchmark: raw clients that parse every change and record its latency.

/** @type {{ times: number[], lost: number, disordered: number }} */
const results = { times: [], lost: 0, disordered: 0 };
const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** One change as a listener receives it: its number must follow the previous one. */
function note(listener, { seq, at }) {
  // The first ones are warm-up.
  if (at > 0) results.times.push(nowMs() - at);
  if (listener.seq !== undefined && seq !== listener.seq + 1) {
    if (seq <= listener.seq) results.disordered += 1;
    else results.lost += seq - listener.seq - 1;
  }
  listener.seq = seq;
}

const changeOf = (/** @type {any} */ { fields }) => ({
  seq: Number(fields.seq.integerValue),
  at: fields.at.doubleValue,
});

async function openStream(url, collection) {
  const listener = {};
  await openWebChannel(url, [collection], (document) => note(listener, changeOf(document)));
}

async function openSocket(url) {
  const listener = {};
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  socket.on('message', (data) => {
    const text = data.toString('latin1');
    const [[, [message]]] = JSON.parse(text.slice(text.indexOf('\n')));
    note(listener, changeOf(message.documentChange.document));
  });
  await new Promise((done, fail) => {
    socket.on('open', done).on('error', fail);
  });
}

process.on('message', async ({ open, finish }) => {
  if (open) {
    const { kind, url, count, collection } = open;
    for (let opened = 0; opened < count; opened += OPENING_AT_ONCE) {
      await Promise.all(
        Array.from({ length: Math.min(OPENING_AT_ONCE, count - opened) }, () =>
          kind === 'engine' ? openStream(url, collection) : openSocket(url),
        ),
      );
    }
    process.send?.({ ready: true });
  }
  if (finish) process.send?.({ ...results, times: Float64Array.from(results.times) });
});
