import type { ClientMutator } from '../breaks.ts'

/** The credential file has another mode, another name, or is the one that was there before. */
export const file: ClientMutator<'file'> = ({ mode, name, inPlace }) => ({
  store(credentials) {
    if (mode !== undefined) credentials.chmod(mode)
    if (name !== undefined) credentials.rename(name)
    if (inPlace) credentials.intoTheOld()
  },
})
