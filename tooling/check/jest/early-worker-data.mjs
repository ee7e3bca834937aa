/*
 * Preloaded by `node --import` into the workers of Jest. jest-light-runner 0.8.2 answers the first worker that asks for
 * its data with one message to all of them and forgets them: a worker that is not listening yet, as happens on a busy
 * machine, would wait for ever. This keeps the message until it listens.
 */

/** @type {unknown} */
let early;
const keep = (message) => {
  if (message?.type === 'jest-light-runner-worker-data') early = message;
};

process.on('newListener', (event, listener) => {
  if (event !== 'message' || listener === keep) return;
  // Together with the first listener: until then Node.js holds messages back.
  if (process.listenerCount('message') === 0) process.on('message', keep);
  else if (early) process.nextTick(listener, early);
});
