import type { ClientMutator } from '../breaks.ts'

/** What was admitted fails: nothing is answered and nothing is stored. */
export const refuse: ClientMutator<'refuse'> = ({ code }) => ({
  written: (stream) => (stream === 'stdout' ? '' : `error: ${code}: refused on purpose\n`),
  exit: () => 1,
  store: (file) => file.restore(),
})
