// Written by npm run write from the clauses: do not edit.

/** Digest of the clauses: two contracts with one digest say the same. */
export const CONTRACT_DIGEST = '22b3db251aa5fb2732879839493b1dd38a3fc287adb37e0f34778941888b325e'
