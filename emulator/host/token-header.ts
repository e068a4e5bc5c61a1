/** The header of the control token. */
export const TOKEN_HEADER = 'x-emulator-token'
