import * as z from 'zod/mini';

/** The media server for voice and video: LiveKit, or the embedded engine, which holds fewer participants. */
export interface MediaEnv {
  kind: 'embedded' | 'livekit';
  /** The URL that the api calls. */
  apiUrl: string;
  /** The URL that browsers connect to: ws: or wss:. */
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

/** The environment variables for voice and video, a part of the api's configuration. */
export const mediaSchema = {
  /** The URLs of LiveKit, or of the embedded engine in its place: one for the api, one for browsers. */
  LIVEKIT_URL: serverUrl,
  LIVEKIT_ENGINE_URL: serverUrl,
  LIVEKIT_ENGINE_PUBLIC_URL: serverUrl,
  LIVEKIT_API_KEY: z._default(z.string(), ''),
  LIVEKIT_API_SECRET: z._default(z.string(), ''),
};

const MIN_SECRET_LENGTH = 32;
/** The key that `livekit-server --dev` accepts. */
const DEVELOPMENT_KEY = 'devkey';

/** Requires a key and a secret with the URL. In production the URL must be encrypted and the secret hard to guess. */
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

/** Returns LiveKit, which takes precedence when both are configured, or the embedded engine; null without either. */
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

/** Returns a URL with http or ws as its scheme, encrypted if it was before, without a trailing slash. */
const withScheme = (url: string, scheme: 'http' | 'ws') =>
  url.replace(/^(?:http|ws)(s?):/, `${scheme}$1:`).replace(/\/+$/, '');
