import { Agent, request } from 'node:http';

import { answerOf } from '../support/calls.mjs';

/** Secret shared with the benchmark's engine only. */
export const SECRET = 'the secret of this benchmark only';
export const ROOT = 'projects/bench/databases/(default)/documents';

// One connection, so that writes arrive in order.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export function post(url, body, headers) {
  return new Promise((done, fail) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        answer
          .resume()
          .on('end', () =>
            answer.statusCode === 200 ? done(undefined) : fail(new Error(`A write was answered ${answer.statusCode}.`)),
          );
      },
    );
    outgoing.on('error', fail).end(body);
  });
}

/** Writes documents as the api does: many in one commit. */
export const commit = (url, writes) =>
  post(`${url}/v1/${ROOT}:commit`, JSON.stringify({ writes }), { 'x-engine-secret': SECRET });

/** Queries the resources that a server has used so far. */
export function ask(child) {
  child.send('figures');
  return answerOf(child);
}
