import type { ClientMutator } from '../breaks.ts'

/** Another exit code. */
export const exit: ClientMutator<'exit'> = ({ code }) => ({ exit: () => code })
