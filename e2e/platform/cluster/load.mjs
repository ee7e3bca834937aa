import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const READ_EVERY_MS = 200;
/** A person may write one comment a second. */
const COMMENT_EVERY_MS = 1200;

/**
 * Reads pages and lists and writes comments at a fixed pace until it is stopped.
 * @param {{ url: string, room: string, people: Person[] }} given
 * @typedef {ReturnType<typeof import('./person.mjs').newPerson>} Person
 */
export function startLoad({ url, room, people }) {
  const counts = { sent: 0, failed: /** @type {string[]} */ ([]), slowestMs: 0 };
  /** Comments that the product has accepted. */
  const accepted = /** @type {string[]} */ ([]);
  const reader = /** @type {Person} */ (people[0]);
  let isOver = false;

  async function note(what, send) {
    const began = performance.now();
    counts.sent += 1;
    const status = await send().then(
      (answer) => answer.status,
      (error) => error.message,
    );
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - began));
    const isFine = status === 200 || status === 201;
    if (!isFine) counts.failed.push(`${what}: ${status}`);
    return isFine;
  }

  async function read() {
    for (let turn = 0; !isOver; turn += 1) {
      const path = ['/', '/v1/classrooms', `/v1/classrooms/${room}`, '/healthz'][turn % 4];
      await Promise.all([note(`GET ${path}`, () => reader.call('GET', `${url}${path}`)), wait(READ_EVERY_MS)]);
    }
  }

  async function write(person, index) {
    for (let turn = 0; !isOver; turn += 1) {
      // The pace counts from the last answer, because a slow one was counted later than it was sent.
      await wait(COMMENT_EVERY_MS);
      const text = `負荷 ${index}-${turn}-${randomUUID().slice(0, 8)}`;
      if (await note('POST comment', () => person.comment(url, room, text))) accepted.push(text);
    }
  }

  const running = [read(), read(), ...people.map(write)];
  return {
    counts,
    accepted,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Returns the texts of all comments of a room. */
export async function storedComments(person, url, room) {
  const texts = [];
  let cursor = '';
  do {
    const { body } = await person.call(
      'GET',
      `${url}/v1/classrooms/${room}/comments?limit=50${cursor && `&cursor=${cursor}`}`,
    );
    texts.push(...body.items.map((item) => item.body));
    cursor = body.nextCursor ? encodeURIComponent(body.nextCursor) : '';
  } while (cursor);
  return texts;
}
