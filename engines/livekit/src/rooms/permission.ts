import { ParticipantPermission, type TrackSource } from '@livekit/protocol';

import { nameOfSource, sourceNamed, type VideoGrant } from '../tokens/access-tokens';

/** Returns the permission for a grant, with LiveKit's defaults for absent properties. */
export function permissionOf(grant: VideoGrant): ParticipantPermission {
  const { canPublish = true, canSubscribe = true, canPublishSources = [] } = grant;
  const sources = canPublishSources.map(sourceNamed).filter((source) => source !== undefined);
  return new ParticipantPermission({
    // A list of only unknown names allows nothing.
    canPublish: canPublish && (canPublishSources.length === 0 || sources.length > 0),
    canPublishSources: sources,
    canSubscribe,
    canPublishData: grant.canPublishData ?? canPublish,
    canUpdateMetadata: grant.canUpdateOwnMetadata ?? false,
    hidden: grant.hidden ?? false,
    recorder: grant.recorder ?? false,
  });
}

/** Returns the grant with which a participant with this permission can rejoin the room. */
export function grantFor(permission: ParticipantPermission, room: string): VideoGrant {
  const sources = permission.canPublishSources.map(nameOfSource).filter((name) => name !== undefined);
  return {
    room,
    roomJoin: true,
    canPublish: permission.canPublish,
    ...(sources.length > 0 && { canPublishSources: sources }),
    canSubscribe: permission.canSubscribe,
    canPublishData: permission.canPublishData,
    canUpdateOwnMetadata: permission.canUpdateMetadata,
    hidden: permission.hidden,
    recorder: permission.recorder,
  };
}

/** Returns whether tracks of a source may be published. An empty list of sources means all of them. */
export const mayPublish = ({ canPublish, canPublishSources }: ParticipantPermission, source: TrackSource): boolean =>
  canPublish && (canPublishSources.length === 0 || canPublishSources.includes(source));
