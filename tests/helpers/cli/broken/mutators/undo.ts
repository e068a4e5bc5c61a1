import type { ClientMutator } from '../breaks.ts'

/** Nothing is stored. */
export const undo: ClientMutator<'undo'> = () => ({ store: (file) => file.restore() })
