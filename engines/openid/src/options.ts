export interface Account {
  /** The full name, a claim of the scope `profile`. */
  name: string;
}

export interface OpenIdEngineOptions {
  /** Whose accounts these are, such as a school: the title of the page. */
  organisation: string;
  /** The product that sends people to the page, and where they go back to. */
  client: { id: string; secret: string; redirectUri: string };
  /** Returns the account with a user name, which is `sub` and the claim `preferred_username`. */
  findAccount: (userName: string) => Promise<Account | undefined>;
  /** The password of every account, which the page shows. */
  password: string;
  /** A user name that the page suggests. */
  exampleUserName: string;
}
