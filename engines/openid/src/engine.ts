import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { answerSignIn } from './answer-sign-in';
import type { OpenIdEngineOptions } from './options';
import { loadProvider, type OpenIdProvider } from './provider';
import { sendPage } from './sign-in-page';

export interface OpenIdEngineAddress {
  /** Default 127.0.0.1. */
  host?: string;
  /** Host name of the issuer, for an address that browsers cannot open, such as 0.0.0.0. Default `host`. */
  issuerHost?: string;
  /** 0 takes any free port. */
  port: number;
}

export interface OpenIdEngine {
  /** Starts listening. Rejects when the port is taken. */
  listen(address: OpenIdEngineAddress): Promise<void>;
  /** The issuer, available once listening: http://127.0.0.1:3006 */
  readonly issuer: string;
  /** Resolves while the server is listening; rejects with the reason otherwise. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates an OpenID provider with one client, for development: its page signs in everybody who has an account and knows
 * the one password. Nothing is kept when it closes. The library is loaded with the first request, so that a start does
 * not wait for it.
 */
export function createOpenIdEngine(options: OpenIdEngineOptions): OpenIdEngine {
  let provider: Promise<OpenIdProvider> | undefined;
  let issuer = '';
  const server = createServer((request, response) => {
    provider ??= loadProvider({ ...options, issuer });
    provider
      .then((ready) => answer(ready, options, { request, response }))
      .catch(() => {
        if (!response.headersSent) sendPage(response, options, { status: 500, message: '問題が発生しました。' });
      });
  });
  return {
    async listen({ host = '127.0.0.1', issuerHost = host, port }) {
      await listen(server, port, host);
      const urlHost = issuerHost.includes(':') ? `[${issuerHost}]` : issuerHost;
      issuer = `http://${urlHost}:${(server.address() as AddressInfo).port}`;
    },
    get issuer() {
      return issuer;
    },
    async health() {
      if (!server.listening) throw new Error('The OpenID engine does not listen.');
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise<void>((done) => {
        server.close(() => done());
      });
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Handles one request: the sign-in page is ours, the protocol is the library's. */
async function answer(provider: OpenIdProvider, options: OpenIdEngineOptions, { request, response }: Exchange) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/interaction/')) return answerSignIn({ provider, options, request, response });
  await provider.answer(request, response);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done();
    });
  });
}
