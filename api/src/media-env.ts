import * as z from 'zod/mini';

/** The media server of voice and video: the product's own engine, which holds fewer participants, or LiveKit. */
export interface MediaEnv {
  kind: 'embedded' | 'livekit';
  /** URL for the api. */
  apiUrl: string;
  /** URL for browsers: ws: or wss:. */
  publicUrl: string;
  apiKey: string;
  apiSecret: string;
}

const serverUrl = z._default(
  z.union([
    z.literal(''),
    z
      .string()
      .check(
        z.refine((value) => URL.canParse(value) && /^(wss?|https?):/.test(value), {
          error: 'must be a ws(s) or http(s) URL',
        }),
      ),
  ]),
  '',
);

/** Environment variables for voice and video, part of the api's. */
export const mediaSchema = {
  /** LiveKit, or the built-in engine in its place: its URL for the api, and for browsers. */
  LIVEKIT_URL: serverUrl,
  LIVEKIT_ENGINE_URL: serverUrl,
  LIVEKIT_ENGINE_PUBLIC_URL: serverUrl,
  LIVEKIT_API_KEY: z._default(z.string(), ''),
  LIVEKIT_API_SECRET: z._default(z.string(), ''),
};

const MIN_SECRET_LENGTH = 32;
/** The key that `livekit-server --dev` accepts. */
const DEVELOPMENT_KEY = 'devkey';

/** Requires key and secret beside the URL. In production the URL must be encrypted and the secret not guessable. */
export function mediaProblems(
  given: Record<string, string | undefined>,
  { developmentPrefix }: { developmentPrefix: string },
): string[] {
  const url = ['LIVEKIT_URL', 'LIVEKIT_ENGINE_URL'].find((name) => given[name]);
  if (url === undefined) return [];
  const problems = ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']
    .filter((name) => !given[name])
    .map((name) => `${name} is missing beside ${url}`);
  if (given['NODE_ENV'] !== 'production') return problems;
  const secret = given['LIVEKIT_API_SECRET'] ?? '';
  if (secret.startsWith(developmentPrefix) || given['LIVEKIT_API_KEY'] === DEVELOPMENT_KEY)
    problems.push('LIVEKIT_API_SECRET was made for development; production needs one of its own');
  else if (secret !== '' && secret.length < MIN_SECRET_LENGTH)
    problems.push(`LIVEKIT_API_SECRET must have at least ${MIN_SECRET_LENGTH} characters in production`);
  if (given['LIVEKIT_URL'] && !/^(wss|https):/.test(given['LIVEKIT_URL']))
    problems.push('LIVEKIT_URL must begin with wss: in production');
  return problems;
}

type Data = { [K in keyof typeof mediaSchema]: z.output<(typeof mediaSchema)[K]> };

/** Returns LiveKit, which wins when both are set, or the built-in engine; null without either. */
export function toMedia(data: Data): MediaEnv | null {
  const url = data.LIVEKIT_URL || data.LIVEKIT_ENGINE_URL;
  if (!url) return null;
  const kind = data.LIVEKIT_URL ? 'livekit' : 'embedded';
  const publicUrl = (kind === 'embedded' && data.LIVEKIT_ENGINE_PUBLIC_URL) || url;
  return {
    kind,
    apiUrl: withScheme(url, 'http'),
    publicUrl: withScheme(publicUrl, 'ws'),
    apiKey: data.LIVEKIT_API_KEY,
    apiSecret: data.LIVEKIT_API_SECRET,
  };
}

/** Returns a URL with http or ws as its scheme, encrypted as it was, and without a trailing slash. */
const withScheme = (url: string, scheme: 'http' | 'ws') =>
  url.replace(/^(?:http|ws)(s?):/, `${scheme}$1:`).replace(/\/+$/, '');
