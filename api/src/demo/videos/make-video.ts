import { setImmediate } from 'node:timers/promises';

import sharp from 'sharp';

import { encodeFlac, FLAC_BLOCK, FLAC_CODEC, FLAC_RATE, streamInfo } from './flac';
import { createH264Encoder, H264_CODEC, pictureParameters, sequenceParameters } from './h264';
import { composeMelody, peaksOf } from './melody';
import { durationOf, flacEntry, h264Entry, type Sample, u32 } from './mp4-boxes';
import { initSegment, mediaSegment, type TrackSamples, wholeFile } from './mp4-files';
import { type Picture, withBox } from './picture';
import { drawSlide, type Palette, type Slide, slidePicture } from './slide';

/** Pictures in a second, and the timescale of the video track. */
const RATE = 4;
const VIDEO_TIMESCALE = 1000;
const SEGMENT_SECONDS = 8;
/** Heights of the renditions, the better one first. */
const HEIGHTS = [360, 180] as const;
const TILE = { tileWidth: 160, tileHeight: 90, columns: 5, secondsPerTile: 4 } as const;
const PEAKS = 200;

export interface VideoScript {
  seed: number;
  palette: Palette;
  slides: readonly Slide[];
  secondsPerSlide: number;
}

export interface MadeVideo {
  seconds: number;
  files: Map<string, Buffer>;
  scrub: { url: string; columns: number; tileWidth: number; tileHeight: number; secondsPerTile: number };
}

/** Draws and composes a short video: a file, two renditions for HLS, a poster, a preview and the sound's shape. */
export async function makeVideo({ seed, palette, slides, secondsPerSlide }: VideoScript): Promise<MadeVideo> {
  const seconds = slides.length * secondsPerSlide;
  const drawn = await Promise.all(slides.map((slide) => drawSlide(slide, palette)));
  const sound = composeMelody(
    seconds,
    slides.map((_, index) => index * secondsPerSlide),
    seed,
  );
  const audio = await audioTrack(sound);
  const files = new Map<string, Buffer>();
  const renditions: { height: number; bandwidth: number }[] = [];
  for (const height of HEIGHTS) {
    const pictures = await Promise.all(drawn.map((png) => slidePicture(png, height)));
    const video = await videoTrack(pictures, secondsPerSlide);
    if (height === HEIGHTS[0]) files.set('video.mp4', wholeFile([video, audio]));
    renditions.push({ height, bandwidth: addRendition(files, `${height}`, [video, audio]) });
  }
  files.set('master.m3u8', Buffer.from(masterPlaylist(renditions)));
  files.set('poster.jpg', await sharp(drawn[0]).jpeg({ quality: 82 }).toBuffer());
  files.set('thumbs.jpg', await drawTiles(drawn, seconds, secondsPerSlide));
  files.set('waveform.json', Buffer.from(JSON.stringify(peaksOf(sound, PEAKS))));
  return { seconds, files, scrub: { url: 'thumbs.jpg', ...TILE } };
}

async function audioTrack(sound: Int16Array): Promise<TrackSamples> {
  const entry = flacEntry(FLAC_RATE, streamInfo(sound.length));
  return {
    track: { id: 2, kind: 'audio', timescale: FLAC_RATE, width: 0, height: 0, entry },
    samples: (await encodeFlac(sound)).map((bytes) => ({ bytes, duration: FLAC_BLOCK, isKey: true })),
  };
}

async function videoTrack(slides: readonly Picture[], secondsPerSlide: number): Promise<TrackSamples> {
  const [{ width, height } = { width: 0, height: 0 }] = slides;
  const encoder = createH264Encoder();
  const count = slides.length * secondsPerSlide * RATE;
  const samples: Sample[] = [];
  for (let n = 0; n < count; n += 1) {
    const slide = slides[Math.floor(n / RATE / secondsPerSlide)];
    if (!slide) break;
    const isKey = n % (SEGMENT_SECONDS * RATE) === 0;
    const nal = encoder.encode(withProgress(slide, n / (count - 1)), isKey);
    await setImmediate();
    samples.push({ bytes: Buffer.concat([u32(nal.length), nal]), duration: VIDEO_TIMESCALE / RATE, isKey });
  }
  const entry = h264Entry(width, height, sequenceParameters(width, height), pictureParameters());
  return { track: { id: 1, kind: 'video', timescale: VIDEO_TIMESCALE, width, height, entry }, samples };
}

/** A bar along the lower edge shows that the video runs. */
function withProgress(slide: Picture, part: number): Picture {
  const thickness = Math.round(slide.height / 60);
  const bar = { x: 0, y: slide.height - thickness, height: thickness };
  return withBox(slide, { ...bar, width: Math.round(slide.width * part), shade: 90 });
}

/** Adds the segments and playlist of one rendition. Returns its bandwidth in bits per second. */
function addRendition(files: Map<string, Buffer>, folder: string, tracks: readonly TrackSamples[]): number {
  files.set(`${folder}/init.mp4`, initSegment(tracks.map(({ track }) => track)));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS + 1}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
  ];
  let most = 0;
  for (const [index, parts] of segmentsOf(tracks).entries()) {
    const bytes = mediaSegment(index + 1, parts);
    const [video] = parts;
    const seconds = video ? durationOf(video.samples) / video.track.timescale : 0;
    files.set(`${folder}/${index}.m4s`, bytes);
    lines.push(`#EXTINF:${seconds.toFixed(3)},`, `${index}.m4s`);
    most = Math.max(most, Math.ceil((bytes.length * 8) / seconds));
  }
  files.set(`${folder}/index.m3u8`, Buffer.from(`${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`));
  return most;
}

/** Cuts the tracks at the same times: pictures at key pictures, sound at the frame that begins next. */
function segmentsOf(tracks: readonly TrackSamples[]): (TrackSamples & { start: number })[][] {
  const [video] = tracks;
  const count = Math.ceil((video ? durationOf(video.samples) / video.track.timescale : 0) / SEGMENT_SECONDS);
  const segments = Array.from({ length: count }, () =>
    tracks.map(({ track }) => ({ track, samples: [] as Sample[], start: 0 })),
  );
  for (const [index, { track, samples }] of tracks.entries()) {
    let at = 0;
    for (const sample of samples) {
      const number = Math.min(count - 1, Math.floor(at / track.timescale / SEGMENT_SECONDS));
      const part = segments[number]?.[index];
      if (part?.samples.length === 0) part.start = at;
      part?.samples.push(sample);
      at += sample.duration;
    }
  }
  return segments;
}

const masterPlaylist = (renditions: readonly { height: number; bandwidth: number }[]) =>
  `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ height, bandwidth }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${(height * 16) / 9}x${height},FRAME-RATE=${RATE}.000,CODECS="${H264_CODEC},${FLAC_CODEC}"`,
      `${height}/index.m3u8`,
    ]),
  ].join('\n')}\n`;

async function drawTiles(drawn: readonly Buffer[], seconds: number, secondsPerSlide: number): Promise<Buffer> {
  const { tileWidth: width, tileHeight: height, columns, secondsPerTile } = TILE;
  const count = Math.ceil(seconds / secondsPerTile);
  const small = await Promise.all(drawn.map((png) => sharp(png).resize(width, height).toBuffer()));
  const tiles = Array.from({ length: count }, (_, index) => ({
    input: small[Math.floor((index * secondsPerTile) / secondsPerSlide)] ?? small[0],
    left: (index % columns) * width,
    top: Math.floor(index / columns) * height,
  }));
  return sharp({
    create: { width: columns * width, height: Math.ceil(count / columns) * height, channels: 3, background: '#fff' },
  })
    .composite(tiles)
    .jpeg({ quality: 75 })
    .toBuffer();
}
