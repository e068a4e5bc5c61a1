/**
 * Rewrites the credential store of HOME in an endless loop, each time with another key that its URL repeats, so that a
 * torn file is noticed. Prints a line for each write. A test kills it.
 */
import { changeStore } from '../../../cli/credentials/store.ts'
import { processIo } from '../../../cli/shared/io.ts'

const io = processIo()

async function writeWithoutEnd(): Promise<never> {
  for (let count = 1; ; count++) {
    const mark = String(count).repeat(4000)
    await changeStore(io, (store) => store.put('written', { apiKey: `key-${mark}`, apiUrl: `http://h/${mark}` }))
    process.stdout.write(`${count}\n`)
  }
}

void writeWithoutEnd()
