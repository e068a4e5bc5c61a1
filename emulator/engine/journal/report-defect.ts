/** Remedy for a defect of the emulator that a running server met. */
export const reportDefect =
  'Please report it: `svc-emulator doctor` names the address, GET /__emulator/bundle gives the run as a file.'
