import { executable } from './held-files.ts'

/** Words with which a shell starts this program again. An installed package is on no path of a shell. */
export const ownCommand = executable === undefined ? 'npx svc-emulator' : 'svc-emulator'
