import { EmulatorError } from '../../engine/checking/emulator-error.ts'

/** The command fails without a mutant, or cannot be started: there is nothing to compare with. */
export class CommandFails extends EmulatorError {}

/** The work was stopped before the first run ended. */
export class Stopped extends Error {}
