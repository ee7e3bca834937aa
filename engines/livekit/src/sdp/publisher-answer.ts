import { AUDIO_LEVEL, PUBLISHER_EXTENSIONS } from './extensions';
import { applicationLines, candidateLines, type LocalSide, sessionLines, transportLines } from './local-description';
import type { Codec, Description, Section } from './parse-sdp';

/** The codec received in a media section, and its retransmission format. */
export interface ReceivedCodec {
  readonly codec: Codec;
  readonly repair: Codec | undefined;
}

/** Returns Opus, or VP8 with its retransmission format; undefined if the client offers neither. */
export function receivedCodec({ kind, codecs }: Section): ReceivedCodec | undefined {
  const codec = codecs.find(({ name }) => name === (kind === 'audio' ? 'opus' : 'vp8'));
  if (!codec) return undefined;
  const repair = codecs.find(
    ({ name, parameters }) => name === 'rtx' && new RegExp(`(^|;)apt=${codec.payloadType}(;|$)`).test(parameters),
  );
  return { codec, repair: kind === 'video' ? repair : undefined };
}

/** Answers a publisher's offer: sections in `receiving` are received, all other media sections are inactive. */
export function publisherAnswer(
  { sections }: Description,
  { local, version, receiving }: { local: LocalSide; version: number; receiving: ReadonlySet<string> },
): string {
  const transport = transportLines(local, 'passive');
  const lines = sections.flatMap((section, index) => {
    const candidates = index === 0 ? candidateLines(local) : [];
    return section.kind === 'application'
      ? applicationLines(section.mid, transport, candidates)
      : mediaLines(section, receiving.has(section.mid), [...transport, ...candidates]);
  });
  return [
    ...sessionLines(
      version,
      sections.map(({ mid }) => mid),
    ),
    ...lines,
    '',
  ].join('\r\n');
}

function mediaLines(section: Section, isReceived: boolean, transport: readonly string[]): string[] {
  const received = receivedCodec(section);
  // A section that cannot be used stays in place with the first format of the client.
  const codecs = received
    ? [received.codec, ...(received.repair ? [received.repair] : [])]
    : section.codecs.slice(0, 1);
  return [
    // Port 0 would reject the section and, if it is the first, the whole bundle.
    `m=${section.kind} 9 ${section.protocol} ${codecs.map(({ payloadType }) => payloadType).join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${section.mid}`,
    `a=${isReceived ? 'recvonly' : 'inactive'}`,
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...transport,
    ...codecs.flatMap(codecLines),
    ...extensionLines(section),
    ...(isReceived ? simulcastLines(section) : []),
  ];
}

function codecLines(codec: Codec): string[] {
  const { payloadType, name, clockRate, parameters } = codec;
  const wanted = name === 'opus' ? ['nack'] : name === 'vp8' ? ['goog-remb', 'nack', 'nack pli', 'ccm fir'] : [];
  const shown = name === 'vp8' ? 'VP8' : name;
  const fmtp = name === 'opus' ? 'minptime=10;useinbandfec=1' : parameters;
  return [
    `a=rtpmap:${payloadType} ${shown}/${clockRate}${name === 'opus' ? '/2' : ''}`,
    ...codec.feedback
      .filter((feedback) => wanted.includes(feedback))
      .map((feedback) => `a=rtcp-fb:${payloadType} ${feedback}`),
    ...(fmtp ? [`a=fmtp:${payloadType} ${fmtp}`] : []),
  ];
}

function extensionLines({ kind, extensions }: Section): string[] {
  return PUBLISHER_EXTENSIONS.flatMap((uri) => {
    const id = extensions.get(uri);
    return id === undefined || (uri === AUDIO_LEVEL && kind === 'video') ? [] : [`a=extmap:${id} ${uri}`];
  });
}

function simulcastLines({ rids }: Section): string[] {
  return rids.length === 0 ? [] : [...rids.map((rid) => `a=rid:${rid} recv`), `a=simulcast:recv ${rids.join(';')}`];
}
