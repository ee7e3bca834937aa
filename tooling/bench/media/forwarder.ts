/** What is measured: something that forwards one publisher to many listeners. */
export interface Forwarder {
  /** Takes the publisher's offer and answers it. */
  publish(sdp: string): string;
  offer(listener: number): Promise<string>;
  /** Resolves when the listener is connected. */
  answer(listener: number, sdp: string): Promise<void>;
  packetsOut(): number;
  close(): void;
}

/** A message to the process that forwards; it answers with the same id. */
export type ForwarderRequest = { readonly id: number } & (
  | { readonly call: 'publish'; readonly sdp: string }
  | { readonly call: 'offer'; readonly listener: number }
  | { readonly call: 'answer'; readonly listener: number; readonly sdp: string }
  | { readonly call: 'usage' }
);

/** What a process that forwards has used since its start. */
export interface Usage {
  readonly cpu: NodeJS.CpuUsage;
  readonly rss: number;
  readonly packetsOut: number;
}
