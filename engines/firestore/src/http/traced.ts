import type { IncomingMessage, ServerResponse } from 'node:http';

/** `call` is the last word of the path, such as `commit`: never a document. */
export type OnTraced = (traceparent: string, call: string) => (status: number) => void;

/** Reports the start and end of a request that belongs to a trace. */
export function followTraced(request: IncomingMessage, response: ServerResponse, onTraced: OnTraced | undefined): void {
  const { traceparent } = request.headers;
  if (!onTraced || typeof traceparent !== 'string') return;
  const call = /:(\w+)$/.exec(request.url?.split('?')[0] ?? '')?.[1] ?? request.method ?? '';
  const end = onTraced(traceparent, call);
  response.once('close', () => end(response.statusCode));
}
