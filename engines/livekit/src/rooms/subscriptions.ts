import { ParticipantInfo_State as State } from '@livekit/protocol';

import type { Participant } from './participant';
import type { Publication } from './publication';

/** Starts or stops sending a track to a participant, by the current permissions and subscription choices. */
export function followTrack(publisher: Participant, publication: Publication, subscriber: Participant): void {
  const { track, info } = publication;
  if (!track || subscriber === publisher) return;
  const isWanted = wants(publisher, publication, subscriber);
  if (isWanted === subscriber.subscribed.has(info.sid)) return;
  if (!isWanted) {
    subscriber.subscribed.delete(info.sid);
    subscriber.peer?.unsubscribe(info.sid);
    return;
  }
  subscriber.subscribed.add(info.sid);
  subscriber.peer?.subscribe(track, `${publisher.sid}|${info.sid}`);
  publisher.link.send({ case: 'trackSubscribed', value: { trackSid: info.sid } });
}

/** Removes ended tracks from their subscribers. */
export function forgetTracks(trackSids: readonly string[], subscribers: Iterable<Participant>): void {
  for (const subscriber of subscribers)
    for (const sid of trackSids) {
      subscriber.chosen.delete(sid);
      if (subscriber.subscribed.delete(sid)) subscriber.peer?.unsubscribe(sid);
    }
}

function wants(publisher: Participant, { info }: Publication, subscriber: Participant): boolean {
  if (subscriber.state !== State.ACTIVE || !subscriber.permission.canSubscribe) return false;
  if (!publisher.allows(subscriber.identity, info.sid)) return false;
  return subscriber.chosen.get(info.sid) ?? subscriber.wishes.autoSubscribe;
}
