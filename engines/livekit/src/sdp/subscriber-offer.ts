import { TRANSPORT_CC } from './extensions';
import { applicationLines, candidateLines, type LocalSide, sessionLines, transportLines } from './local-description';

export const OPUS_PAYLOAD = 111;
export const VP8_PAYLOAD = 96;
/** The id of the only extension sent; it fits into the space of the publishers' extensions. */
export const SENT_TRANSPORT_CC_ID = 3;

/**
 * A media section of the subscriber connection. It keeps its position and kind permanently; without a track it is
 * inactive.
 */
export interface SentLine {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly track: SentTrack | undefined;
}

export interface SentTrack {
  readonly streamId: string;
  readonly trackSid: string;
  readonly ssrc: number;
  readonly cname: string;
}

/** The mid of the data section. It comes first so that the section that owns the bundle is never removed. */
const DATA_MID = '0';

export function subscriberOffer({
  local,
  version,
  lines,
}: {
  local: LocalSide;
  version: number;
  lines: readonly SentLine[];
}): string {
  const transport = transportLines(local, 'actpass');
  return [
    ...sessionLines(version, [DATA_MID, ...lines.map(({ mid }) => mid)]),
    ...applicationLines(DATA_MID, transport, candidateLines(local)),
    ...lines.flatMap((line) => mediaLines(line, transport)),
    '',
  ].join('\r\n');
}

function mediaLines({ mid, kind, track }: SentLine, transport: readonly string[]): string[] {
  const payload = kind === 'audio' ? OPUS_PAYLOAD : VP8_PAYLOAD;
  const feedback = kind === 'audio' ? ['transport-cc', 'nack'] : ['transport-cc', 'nack', 'nack pli', 'ccm fir'];
  return [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payload}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    `a=${track ? 'sendonly' : 'inactive'}`,
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...transport,
    `a=rtpmap:${payload} ${kind === 'audio' ? 'opus/48000/2' : 'VP8/90000'}`,
    ...feedback.map((name) => `a=rtcp-fb:${payload} ${name}`),
    ...(kind === 'audio' ? [`a=fmtp:${payload} minptime=10;useinbandfec=1`] : []),
    `a=extmap:${SENT_TRANSPORT_CC_ID} ${TRANSPORT_CC}`,
    ...(track
      ? [
          `a=msid:${track.streamId} ${track.trackSid}`,
          `a=ssrc:${track.ssrc} cname:${track.cname}`,
          `a=ssrc:${track.ssrc} msid:${track.streamId} ${track.trackSid}`,
        ]
      : []),
  ];
}
