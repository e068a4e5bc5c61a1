/** What an emulator may do where the specification is silent. */
export const unspecifiedModes = ['allow', 'warn', 'refuse', 'vary'] as const
