import { importState } from '../../../emulator/engine/world/import.ts'
import { shownBundle, type ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, writeWhole } from '../../shared/write-file.ts'
import { listenError } from '../listen-error.ts'
import { openBrowser } from '../open-browser.ts'
import { untilSignal } from '../until-signal.ts'
import { readBundle } from '../read-bundle.ts'
import { recordPage, filledPage } from './record-page.ts'
import { servePage } from './serve-page.ts'

interface ShowSettings {
  /** File of the bundle; the page shows the starter world if undefined. */
  readonly bundle: string | undefined
  readonly output: string | undefined
  readonly port: number
  readonly open: boolean
}

/**
 * Writes the page of a bundle or of the starter world, or serves it until a signal. Throws `EmulatorError` for a bundle
 * with an unreadable state.
 */
export async function showPage({ bundle, output, port, open }: ShowSettings, io: Io): Promise<void> {
  if (output !== undefined) await checkWritable('--output', output)
  const page = filledPage(recordPage(), bundle === undefined ? { svc_emulator_starter: 1 } : await readShown(bundle))
  if (output !== undefined) {
    await writeWhole('--output', output, page)
    writeNote(io, `svc-emulator: wrote ${output}, ${Math.ceil(page.length / 1024)} KB; open it in a browser`)
    return
  }
  // Listen before the first output, because its reader may send a signal at once.
  const stopped = untilSignal(io.stopping)
  const served = await servePage(page, port).catch((error: unknown) => {
    throw listenError(error, { host: '127.0.0.1', port })
  })
  try {
    io.stdout.write(`svc-emulator: ${bundle ?? 'the starter world'} is shown at ${served.url} (Ctrl-C ends it)\n`)
    if (open)
      openBrowser(served.url, () =>
        writeNote(io, `svc-emulator: no browser could be opened; the page is at ${served.url}`),
      )
    await stopped
  } finally {
    await served.close()
  }
}

async function readShown(file: string): Promise<ShownBundle> {
  const shown = shownBundle(await readBundle(file))
  // Checked here, because the page would report an invalid state where no user may see it.
  importState(shown.state)
  return shown
}
