import type { Commit } from '../store/recent-changes';
import type { Channel } from '../webchannel/channel';
import type { ListenMessages } from './messages';
import type { Target, TargetStream } from './target';
import type { ViewEvents } from './view';
import type { Views } from './views';

/**
 * Tells every stream of a commit what it means for its targets. What a view has to tell is written out once for each
 * target id, and clients number their targets alike: thousands of listeners are sent the very same list of texts.
 */
export function broadcast(commit: Commit, views: Views<Target>, messages: ListenMessages): void {
  const snapshot = messages.snapshot(commit.version);
  const told = new Map<TargetStream, { readonly channel: Channel; payloads: readonly string[] }>();
  for (const viewEvents of views.take(commit)) {
    const byTargetId = new Map<number, readonly string[]>();
    for (const follower of viewEvents.followers) {
      // Who is still being sent the results gets the changes with the last of them.
      if (!follower.isFilled) continue;
      const payloads = byTargetId.get(follower.targetId) ?? [...writeOut(viewEvents, follower, messages), snapshot];
      byTargetId.set(follower.targetId, payloads);
      const entry = told.get(follower.stream);
      // One snapshot at the end of all that a stream is told.
      if (entry) entry.payloads = [...entry.payloads.slice(0, -1), ...payloads];
      else told.set(follower.stream, { channel: follower.channel, payloads });
    }
  }
  for (const [stream, { channel, payloads }] of told) {
    stream.hasTold(commit.version);
    channel.send(payloads);
  }
}

function writeOut(
  { events, version }: ViewEvents<Target>,
  { targetId, projection }: Target,
  messages: ListenMessages,
): string[] {
  return events.map((event) => messages.document(event, targetId, version, projection));
}
