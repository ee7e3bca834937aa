import {
  CreateRoomRequest,
  DataPacket,
  DataPacket_Kind,
  DeleteRoomRequest,
  DeleteRoomResponse,
  DisconnectReason,
  ListParticipantsRequest,
  ListParticipantsResponse,
  ListRoomsRequest,
  ListRoomsResponse,
  MuteRoomTrackRequest,
  MuteRoomTrackResponse,
  ParticipantInfo,
  RemoveParticipantResponse,
  Room as RoomInfo,
  RoomParticipantIdentity,
  SendDataRequest,
  SendDataResponse,
  UpdateParticipantRequest,
  UpdateRoomMetadataRequest,
  UpdateSubscriptionsRequest,
  UpdateSubscriptionsResponse,
} from '@livekit/protocol';

import type { LivekitLimits } from '../options';
import { changeParticipant, choose, sendPacket, setMuted } from '../rooms/changes';
import type { Participant } from '../rooms/participant';
import type { Room } from '../rooms/room';
import { type Rooms, TooMany } from '../rooms/rooms';
import { type Call, call, type Service } from './call';
import { TwirpError } from './twirp-error';

const MAX_NAME = 256;

/** The calls of LiveKit's RoomService that the engine supports. */
export const roomService: ReadonlyMap<string, Call<unknown>> = new Map([
  [
    'CreateRoom',
    call({ request: CreateRoomRequest, grant: 'roomCreate', roomOf: ({ name }) => name, run: createRoom }),
  ],
  [
    'ListRooms',
    call({
      request: ListRoomsRequest,
      grant: 'roomList',
      roomOf: () => '',
      run: ({ rooms }, { names }) =>
        new ListRoomsResponse({
          rooms: rooms.all.filter(({ name }) => names.length === 0 || names.includes(name)).map(({ info }) => info),
        }),
    }),
  ],
  [
    'DeleteRoom',
    call({
      request: DeleteRoomRequest,
      grant: 'roomCreate',
      roomOf: ({ room }) => room,
      run: ({ rooms }, { room }) => {
        rooms.delete(roomNamed(rooms, room));
        return new DeleteRoomResponse();
      },
    }),
  ],
  [
    'ListParticipants',
    call({
      request: ListParticipantsRequest,
      grant: 'roomAdmin',
      roomOf: ({ room }) => room,
      run: ({ rooms }, { room }) =>
        new ListParticipantsResponse({
          participants: [...(rooms.get(room)?.participants.values() ?? [])].map(({ info }) => info),
        }),
    }),
  ],
  [
    'GetParticipant',
    call({
      request: RoomParticipantIdentity,
      grant: 'roomAdmin',
      roomOf: ({ room }) => room,
      run: (service, request): ParticipantInfo => participantNamed(service, request).participant.info,
    }),
  ],
  [
    'RemoveParticipant',
    call({ request: RoomParticipantIdentity, grant: 'roomAdmin', roomOf: ({ room }) => room, run: removeParticipant }),
  ],
  [
    'MutePublishedTrack',
    call({ request: MuteRoomTrackRequest, grant: 'roomAdmin', roomOf: ({ room }) => room, run: mutePublishedTrack }),
  ],
  [
    'UpdateParticipant',
    call({ request: UpdateParticipantRequest, grant: 'roomAdmin', roomOf: ({ room }) => room, run: updateParticipant }),
  ],
  [
    'UpdateSubscriptions',
    call({
      request: UpdateSubscriptionsRequest,
      grant: 'roomAdmin',
      roomOf: ({ room }) => room,
      run: (service, request) => {
        const { room, participant } = participantNamed(service, request);
        const sids = [...request.trackSids, ...request.participantTracks.flatMap(({ trackSids }) => trackSids)];
        choose(room, participant, sids, request.subscribe);
        return new UpdateSubscriptionsResponse();
      },
    }),
  ],
  ['SendData', call({ request: SendDataRequest, grant: 'roomAdmin', roomOf: ({ room }) => room, run: sendData })],
  [
    'UpdateRoomMetadata',
    call({
      request: UpdateRoomMetadataRequest,
      grant: 'roomAdmin',
      roomOf: ({ room }) => room,
      run: ({ rooms, limits }, request): RoomInfo => {
        limitText(limits, request.metadata);
        const room = roomNamed(rooms, request.room);
        room.setMetadata(request.metadata);
        return room.info;
      },
    }),
  ],
]);

function createRoom({ rooms, limits }: Service, request: CreateRoomRequest): RoomInfo {
  const { name, metadata, emptyTimeout, departureTimeout, maxParticipants } = request;
  if (!name || name.length > MAX_NAME) throw new TwirpError('invalid_argument', 'The room needs a name.');
  limitText(limits, metadata);
  try {
    return rooms.open(name, {
      ...(metadata && { metadata }),
      ...(emptyTimeout && { emptyMs: emptyTimeout * 1000 }),
      ...(departureTimeout && { departureMs: departureTimeout * 1000 }),
      ...(maxParticipants && { maxParticipants: Math.min(maxParticipants, limits.maxParticipantsPerRoom) }),
    }).info;
  } catch (failure) {
    if (failure instanceof TooMany) throw new TwirpError('resource_exhausted', failure.message);
    throw failure;
  }
}

/** Removes a participant and rejects all its tokens issued so far, even when it is not in the room. */
function removeParticipant({ rooms }: Service, request: RoomParticipantIdentity): RemoveParticipantResponse {
  const room = rooms.get(request.room);
  const participant = room?.participants.get(request.identity);
  const before = Number(request.revokeTokenTs) || Math.floor(Date.now() / 1000);
  rooms.revoke(request.room, request.identity, { before, signatures: [...(participant?.tokens ?? [])] });
  if (!room || !participant) throw new TwirpError('not_found', 'The participant is not in the room.');
  room.remove(participant, DisconnectReason.PARTICIPANT_REMOVED);
  return new RemoveParticipantResponse();
}

function mutePublishedTrack(service: Service, request: MuteRoomTrackRequest): MuteRoomTrackResponse {
  const { room, participant } = participantNamed(service, request);
  const publication = participant.publications.get(request.trackSid);
  if (!publication) throw new TwirpError('not_found', 'The participant does not publish this track.');
  // As in LiveKit: only its owner can unmute a track.
  if (!request.muted && publication.info.muted)
    throw new TwirpError('failed_precondition', 'Tracks cannot be unmuted by the server.');
  if (request.muted) {
    participant.link.send({ case: 'mute', value: { sid: request.trackSid, muted: true } });
    setMuted(room, participant, publication, true);
  }
  return new MuteRoomTrackResponse({ track: publication.info });
}

function updateParticipant(service: Service, request: UpdateParticipantRequest): ParticipantInfo {
  const { name, metadata, attributes, permission } = request;
  limitText(service.limits, name + metadata + JSON.stringify(attributes));
  const { room, participant } = participantNamed(service, request);
  changeParticipant(room, participant, {
    ...(name && { name }),
    ...(metadata && { metadata }),
    ...(permission && { permission }),
    attributes,
  });
  return participant.info;
}

function sendData({ rooms }: Service, request: SendDataRequest): SendDataResponse {
  const room = roomNamed(rooms, request.room);
  const { data: payload, topic, kind, nonce } = request;
  const bySid = [...room.participants.values()].filter(({ sid }) => request.destinationSids.includes(sid));
  const destinationIdentities = [...request.destinationIdentities, ...bySid.map(({ identity }) => identity)];
  if (request.destinationSids.length > 0 && destinationIdentities.length === 0) return new SendDataResponse();
  const user = { payload, nonce, destinationIdentities, ...(topic !== undefined && { topic }) };
  const packet = new DataPacket({ kind, destinationIdentities, value: { case: 'user', value: user } });
  sendPacket(room, packet, kind === DataPacket_Kind.LOSSY ? kind : DataPacket_Kind.RELIABLE);
  return new SendDataResponse();
}

function roomNamed(rooms: Rooms, name: string): Room {
  const room = rooms.get(name);
  if (!room) throw new TwirpError('not_found', 'The room does not exist.');
  return room;
}

function participantNamed(
  { rooms }: Service,
  { room: name, identity }: { room: string; identity: string },
): { room: Room; participant: Participant } {
  const room = roomNamed(rooms, name);
  const participant = room.participants.get(identity);
  if (!participant) throw new TwirpError('not_found', 'The participant is not in the room.');
  return { room, participant };
}

function limitText({ maxMetadataBytes }: LivekitLimits, text: string): void {
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw new TwirpError('invalid_argument', 'The metadata and attributes are too large.');
}
