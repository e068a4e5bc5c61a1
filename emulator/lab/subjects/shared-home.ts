import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { comparable } from '../engine/output.ts'
import type { SharedHome } from '../engine/shared-home.ts'

/** A folder as the HOME of several programs at once. */
interface HomeFolder extends SharedHome {
  readonly folder: string
  remove(): Promise<void>
}

/** Makes a HOME for several programs. Before each run it holds the files of `given` alone. */
export async function makeSharedHome(given: string | undefined): Promise<HomeFolder> {
  const folder = await makeTemporaryFolder('svc-explore-')
  return {
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
    async empty() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
      if (given !== undefined) await cp(given, folder, { recursive: true })
    },
    async read(labels, masks = new Set()) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
      const named = files.map((file) => ({ file, name: relative(folder, file).replaceAll(sep, '/') }))
      const isKept = ({ name }: { name: string }) => ![...masks].some((mask) => mask === name || isBelow(name, mask))
      const lines = await Promise.all(
        named.filter(isKept).map(async ({ file, name }) => {
          const text = comparable((await readFile(file, 'utf8')).replace(PLACES, '{host}/v1'), labels) as string
          return text.split('\n').map((line) => `${name}: ${line}`)
        }),
      )
      return lines.flat().toSorted()
    },
  }
}

/** Host, port and world of the addresses of a run. */
const PLACES = /[^\s/"']+\/w\/[\w-]+\/v1/g

/** True for a file below a folder, whose name ends with a slash; the empty name is HOME itself. */
const isBelow = (name: string, folder: string): boolean =>
  (folder === '' || folder.endsWith('/')) && name.startsWith(folder)
