import { SignalRequest, SignalResponse } from '@livekit/protocol';

/** What a client sends. */
export type Request = SignalRequest['message'];
/** What a client is sent. */
export type Response = NonNullable<NonNullable<ConstructorParameters<typeof SignalResponse>[0]>['message']>;

/** A message for clients, serialized once for all who get it. */
export class Outgoing {
  #binary: Uint8Array | undefined;
  #text: string | undefined;
  readonly #message: SignalResponse;

  constructor(readonly content: Response) {
    this.#message = new SignalResponse({ message: content });
  }

  get binary(): Uint8Array {
    return (this.#binary ??= this.#message.toBinary());
  }

  get text(): string {
    return (this.#text ??= this.#message.toJsonString());
  }
}

/** Reads a message of a client. Throws when it is none. */
export function readRequest(data: Buffer, isBinary: boolean): Request {
  if (isBinary) return SignalRequest.fromBinary(data).message;
  return SignalRequest.fromJsonString(data.toString('utf8'), { ignoreUnknownFields: true }).message;
}
