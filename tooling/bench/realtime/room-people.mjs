import { OPENING_AT_ONCE, openWebChannel } from './web-channel.mjs';

// A share of the people in the benchmark's rooms: each listens to the room, its participants, and what is written.
let heard = 0;

process.on('message', async ({ open, count }) => {
  if (open) {
    const { url, rooms, people } = open;
    const all = rooms.flatMap((room) => Array.from({ length: people }, () => room));
    for (let opened = 0; opened < all.length; opened += OPENING_AT_ONCE) {
      await Promise.all(
        all.slice(opened, opened + OPENING_AT_ONCE).map((room) =>
          openWebChannel(url, [`rooms/${room}`, `rooms/${room}/users`, `rooms/${room}/comments`], () => {
            heard += 1;
          }),
        ),
      );
    }
    process.send?.({ ready: true });
  }
  if (count) process.send?.({ heard });
});
