import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createFfmpegTranscoder } from './ffmpeg-transcoder';
import { loadLibraries } from './libraries';
import { createNodeAvTranscoder } from './node-av-transcoder';
import type { Transcoder } from './transcoder';

const NEEDED = [' libx264 ', ' aac ', ' mjpeg '];

/**
 * Returns the `ffmpeg` that FFMPEG_PATH names or the path has, which needs the least CPU, and FFmpeg's libraries from
 * npm where there is none that can encode H.264. Throws `CodecMissing` where there are neither.
 */
export async function chooseTranscoder(env: NodeJS.ProcessEnv): Promise<Transcoder> {
  const program = env['FFMPEG_PATH'] || 'ffmpeg';
  const encoders = await promisify(execFile)(program, ['-hide_banner', '-encoders']).then(
    ({ stdout }) => stdout,
    () => '',
  );
  if (NEEDED.every((name) => encoders.includes(name))) return createFfmpegTranscoder(program);
  return createNodeAvTranscoder(await loadLibraries());
}
