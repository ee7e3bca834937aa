import { OPENING_AT_ONCE, openWebChannel } from '../realtime/web-channel.mjs';

// Bells of people who are online: each listens to the live document of its person, as a page does.

/** Longest time for all bells to move, in milliseconds. */
const DEADLINE_MS = 30_000;
const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** @type {Map<string, number>} when the bell of each person moved, in milliseconds */
const moved = new Map();
let count = 0;
/** @type {() => void} */
let onAll = () => undefined;

/** Opens the bell of one session. Resolves when it shows the number of unseen notifications. */
async function openBell({ port, liveUrl, token, userId }) {
  const answer = await fetch(`http://localhost:${port}/v1/realtime_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  if (answer.status !== 200) throw new Error(`A realtime token was refused: ${answer.status} ${await answer.text()}`);
  const { token: liveToken, config } = await answer.json();
  let unread = 0;
  await openWebChannel(
    liveUrl,
    [`people/${userId}`],
    (/** @type {any} */ { fields }) => {
      const now = Number(fields.unreadNotificationCount.integerValue);
      if (now > unread) moved.set(userId, nowMs());
      unread = now;
      if (moved.size === count) onAll();
    },
    { projectId: config.projectId, token: liveToken },
  );
}

process.on('message', async ({ open, watch }) => {
  if (open) {
    const { port, liveUrl, sessions } = open;
    for (let opened = 0; opened < sessions.length; opened += OPENING_AT_ONCE)
      await Promise.all(
        sessions.slice(opened, opened + OPENING_AT_ONCE).map((session) => openBell({ port, liveUrl, ...session })),
      );
    count = sessions.length;
    process.send?.({ opened: count });
  }
  if (watch) {
    moved.clear();
    const all = new Promise((done) => {
      onAll = () => done(undefined);
      setTimeout(onAll, DEADLINE_MS).unref();
    });
    process.send?.({ watching: true });
    await all;
    process.send?.({ times: [...moved.values()] });
  }
});
