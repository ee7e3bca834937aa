/** The Firebase Analytics script decides where it loads further scripts from: it can carry no digest of ours. */
export const FIREBASE_ANALYTICS_ORIGINS = [
  'https://firebase.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

/** Where firebase/auth identifies the user; its window answers by scripts that carry no digest of ours. */
export const FIREBASE_AUTH_ORIGINS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
