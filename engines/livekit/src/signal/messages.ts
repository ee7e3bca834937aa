import { SignalRequest, SignalResponse } from '@livekit/protocol';

/** A message from a client. */
export type Request = SignalRequest['message'];
/** A message to a client. */
export type Response = NonNullable<NonNullable<ConstructorParameters<typeof SignalResponse>[0]>['message']>;

/** A message to several clients, serialized only once. */
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

/** Parses a client's message. Throws if it is malformed. */
export function readRequest(data: Buffer, isBinary: boolean): Request {
  if (isBinary) return SignalRequest.fromBinary(data).message;
  return SignalRequest.fromJsonString(data.toString('utf8'), { ignoreUnknownFields: true }).message;
}
