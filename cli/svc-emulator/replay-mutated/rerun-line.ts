import { clientMutants } from '../../../emulator/contract/client-mutants.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import type { Told } from '../../../emulator/lab/mutation/reporters/told.ts'

const VARIABLE = 'SVC_EMULATOR_BROKEN'

/** The line that plays scenarios again with one mutant: of the emulator, or of the client that they run. */
export function rerunLine(
  { client, worker }: { readonly client: string | undefined; readonly worker: string | undefined },
  names: string,
): Told['rerun'] {
  const ofTheClient = new Set(clientMutants.map(({ id }) => id))
  const flags = (id: string): string =>
    Object.entries({ client, worker })
      .flatMap(([flag, line]) => (line === undefined ? [] : [` --${flag} ${quoted(`env ${VARIABLE}=${id} ${line}`)}`]))
      .join('')
  return ({ id }) =>
    ofTheClient.has(id) ? `svc-emulator replay ${names}${flags(id)}` : `${VARIABLE}=${id} svc-emulator replay ${names}`
}
