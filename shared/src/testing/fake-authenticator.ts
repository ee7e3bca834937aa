const buffer = (text: string) => new TextEncoder().encode(text).buffer;

interface FakeAuthenticator {
  /** The next dialog of the browser ends with this error instead: `NotAllowedError` when the user closes it. */
  failsWith: string | null;
  /** The options of every dialog that was opened. */
  asked: unknown[];
}

/** Gives this test's browser passkeys, until the test ends. Its keys sign nothing: the network of tests checks nothing. */
export function useFakeAuthenticator(): FakeAuthenticator {
  const fake: FakeAuthenticator = { failsWith: null, asked: [] };
  const answer = (options: unknown) => {
    fake.asked.push(options);
    const name = fake.failsWith;
    fake.failsWith = null;
    if (name) return Promise.reject(new DOMException('The dialog was closed.', name));
    const response = {
      clientDataJSON: buffer('client'),
      attestationObject: buffer('attestation'),
      authenticatorData: buffer('authenticator'),
      signature: buffer('signature'),
      userHandle: buffer('usr_1'),
    };
    const rest = { type: 'public-key', getClientExtensionResults: () => ({}) };
    return Promise.resolve({ id: 'a2V5', rawId: buffer('key'), response, ...rest });
  };
  beforeEach(() => {
    Object.assign(fake, { failsWith: null, asked: [] });
    Object.assign(window, { PublicKeyCredential: class PublicKeyCredential {} });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: answer, get: answer } });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return fake;
}
