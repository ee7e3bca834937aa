import type { Commit } from '../store/recent-changes';
import type { Channel } from '../webchannel/channel';
import type { ListenMessages } from './messages';
import type { Target, TargetStream } from './target';
import type { ViewEvents } from './view';
import type { Views } from './views';

/**
 * Sends the effects of a commit to every stream with affected targets. Messages are serialized once per view and target
 * id, and clients number their targets alike, so thousands of listeners share the same list of strings.
 */
export function broadcast(commit: Commit, views: Views<Target>, messages: ListenMessages): void {
  const snapshot = messages.snapshot(commit.version);
  const outgoing = new Map<TargetStream, { readonly channel: Channel; payloads: readonly string[] }>();
  for (const viewEvents of views.take(commit)) {
    const byTargetId = new Map<number, readonly string[]>();
    for (const follower of viewEvents.followers) {
      // A target whose initial results are still being sent gets the changes together with the last of them.
      if (!follower.isFilled) continue;
      const payloads = byTargetId.get(follower.targetId) ?? [...writeOut(viewEvents, follower, messages), snapshot];
      byTargetId.set(follower.targetId, payloads);
      const entry = outgoing.get(follower.stream);
      // Each stream gets a single snapshot message at the end.
      if (entry) entry.payloads = [...entry.payloads.slice(0, -1), ...payloads];
      else outgoing.set(follower.stream, { channel: follower.channel, payloads });
    }
  }
  for (const [stream, { channel, payloads }] of outgoing) {
    stream.markSent(commit.version);
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
