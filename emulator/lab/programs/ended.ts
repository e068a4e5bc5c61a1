import { EmulatorError } from '../../engine/checking/emulator-error.ts'

/** The command fails, or cannot be started, by itself: nothing can be compared with it. */
export class CommandFails extends EmulatorError {}

/** The work was ended from outside before the first run was over. */
export class Stopped extends Error {}
