import {
  ConnectionState,
  LocalVideoTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  type RoomOptions,
  Track,
  VideoQuality,
} from 'livekit-client';

/** What a page reports about one received track. */
export interface ReceivedStats {
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly audioEnergy: number;
  readonly concealed: number;
  readonly samples: number;
  readonly framesDecoded: number;
  readonly frameWidth: number;
  readonly freezes: number;
  readonly freezeSeconds: number;
  readonly nacks: number;
  /** The longest time between two rendered frames since the last reading, in milliseconds; 0 for audio. */
  readonly longestGapMs: number;
}

export interface SentStats {
  /** Current width of each layer with packets, from the lowest. */
  readonly widths: readonly number[];
  readonly videoPackets: number;
  readonly audioPackets: number;
  readonly repeatedPackets: number;
  readonly bitsPerSecond: number;
}

const rooms = new Map<string, Room>();
const events: string[] = [];
/** The longest time between two frames, by track sid. */
const longestGaps = new Map<string, number>();

/** The functions that the tests call with `page.evaluate`; the client is the unmodified SDK. */
export const sdkPage = {
  async join(name: string, url: string, token: string, options: RoomOptions = {}) {
    const room = new Room({ singlePeerConnection: false, ...options });
    rooms.set(name, room);
    room
      .on(RoomEvent.TrackSubscribed, (track) => attach(track))
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        for (const element of track.detach()) element.remove();
      });
    for (const event of [RoomEvent.Reconnecting, RoomEvent.SignalReconnecting, RoomEvent.Reconnected])
      room.on(event, () => events.push(event));
    room.on(RoomEvent.Disconnected, (reason) => events.push(`disconnected ${reason}`));
    room.on(RoomEvent.LocalTrackUnpublished, ({ source }) => events.push(`unpublished ${source}`));
    room.on(RoomEvent.DataReceived, (payload, sender, _kind, topic) =>
      events.push(`data ${sender?.identity} ${topic} ${new TextDecoder().decode(payload)}`),
    );
    const began = performance.now();
    // Longer than the SDK's 15 s: browsers on a busy machine start late, which no test is about.
    await room.connect(url, token, { peerConnectionTimeout: 45_000 });
    return performance.now() - began;
  },
  leave: (name: string) => roomOf(name).disconnect(),
  state: (name: string) => roomOf(name).state === ConnectionState.Connected,
  microphone: async (name: string, on: boolean) => {
    await roomOf(name).localParticipant.setMicrophoneEnabled(on);
  },
  camera: async (name: string, on: boolean) => {
    await roomOf(name).localParticipant.setCameraEnabled(on, {
      resolution: { width: 1280, height: 720, frameRate: 24 },
    });
  },
  /** Shares an animated canvas as a screen, because the screen picker is out of scope. */
  async screen(name: string) {
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = 720;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    let hue = 0;
    setInterval(() => {
      hue += 7;
      context.fillStyle = `hsl(${hue} 80% 50%)`;
      context.fillRect((hue * 5) % 1200, (hue * 3) % 700, 200, 200);
    }, 60);
    const [track] = canvas.captureStream(15).getVideoTracks();
    await roomOf(name).localParticipant.publishTrack(new LocalVideoTrack(track as MediaStreamTrack), {
      source: Track.Source.ScreenShare,
      simulcast: true,
    });
  },
  async unshare(name: string) {
    const { localParticipant } = roomOf(name);
    const publication = localParticipant.getTrackPublication(Track.Source.ScreenShare);
    await localParticipant.unpublishTrack(publication?.track as LocalVideoTrack);
  },
  send: (name: string, text: string, reliable: boolean) =>
    roomOf(name).localParticipant.publishData(new TextEncoder().encode(text), { reliable, topic: 'test' }),
  quality: (name: string, identity: string, quality: VideoQuality) =>
    publicationOf(name, identity, Track.Source.Camera)?.setVideoQuality(quality),
  enabled: (name: string, identity: string, enabled: boolean) =>
    publicationOf(name, identity, Track.Source.Camera)?.setEnabled(enabled),
  isMuted: (name: string, identity: string, source: Track.Source) =>
    publicationOf(name, identity, source)?.isMuted ?? null,
  has: (name: string, identity: string, source: Track.Source) =>
    publicationOf(name, identity, source)?.track !== undefined,
  events: () => events.splice(0),
  simulate: (name: string, scenario: 'signal-reconnect' | 'full-reconnect' | 'resume-reconnect') =>
    roomOf(name).simulateScenario(scenario),
  async received(name: string, identity: string, source: Track.Source): Promise<ReceivedStats> {
    const publication = publicationOf(name, identity, source);
    const report = await publication?.track?.getRTCStatsReport();
    const longestGapMs = longestGaps.get(publication?.trackSid ?? '') ?? 0;
    longestGaps.delete(publication?.trackSid ?? '');
    const stats = [...(report?.values() ?? [])].find(({ type }) => type === 'inbound-rtp') ?? {};
    return {
      packetsReceived: stats.packetsReceived ?? 0,
      packetsLost: stats.packetsLost ?? 0,
      audioEnergy: stats.totalAudioEnergy ?? 0,
      concealed: (stats.concealedSamples ?? 0) - (stats.silentConcealedSamples ?? 0),
      samples: stats.totalSamplesReceived ?? 0,
      framesDecoded: stats.framesDecoded ?? 0,
      frameWidth: stats.frameWidth ?? 0,
      freezes: stats.freezeCount ?? 0,
      freezeSeconds: stats.totalFreezesDuration ?? 0,
      nacks: stats.nackCount ?? 0,
      longestGapMs,
    };
  },
  async sent(name: string): Promise<SentStats> {
    const { localParticipant } = roomOf(name);
    const of = async (source: Track.Source) =>
      [...((await localParticipant.getTrackPublication(source)?.track?.getRTCStatsReport())?.values() ?? [])].filter(
        ({ type }) => type === 'outbound-rtp',
      );
    const video = await of(Track.Source.Camera);
    const audio = await of(Track.Source.Microphone);
    const sum = (list: { [name: string]: number }[], field: string) =>
      list.reduce((total, stats) => total + (stats[field] ?? 0), 0);
    return {
      widths: video
        .filter(({ framesPerSecond }) => framesPerSecond > 0)
        .map(({ frameWidth }) => frameWidth)
        .sort((a, b) => a - b),
      videoPackets: sum(video, 'packetsSent'),
      audioPackets: sum(audio, 'packetsSent'),
      repeatedPackets: sum([...video, ...audio], 'retransmittedPacketsSent'),
      bitsPerSecond: sum(video, 'targetBitrate'),
    };
  },
};

function roomOf(name: string): Room {
  return rooms.get(name) as Room;
}

function publicationOf(name: string, identity: string, source: Track.Source) {
  return roomOf(name).remoteParticipants.get(identity)?.getTrackPublication(source);
}

function attach(track: RemoteTrack) {
  const element = track.attach();
  element.style.width = '320px';
  document.body.append(element);
  if (element instanceof HTMLVideoElement) watchGaps(element, track.sid ?? '');
}

function watchGaps(video: HTMLVideoElement, sid: string) {
  let before: number | undefined;
  const look = (_now: number, { presentationTime }: VideoFrameCallbackMetadata) => {
    const gap = presentationTime - (before ?? presentationTime);
    before = presentationTime;
    longestGaps.set(sid, Math.max(longestGaps.get(sid) ?? 0, gap));
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}

Object.assign(globalThis, { sdkPage });
