import { constants } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../emulator/adapters/node/replace-file.ts'
import { executable } from '../../emulator/scenario/held-files.ts'
import { ClientError, unusable } from '../shared/client-error.ts'
import { whyNot } from '../shared/machine-refusal.ts'
import { schemaLine } from './schema-line.ts'
import { SCENARIO, starterScenario, starterTest } from './starter-files.ts'

/** Writes the scenario and the test, both or none. Returns their paths. The single executable writes no test: it would need the package. */
export async function writeStarters(folder: string): Promise<string[]> {
  const scenario = join(folder, SCENARIO)
  const test = join(folder, SCENARIO.replace('.yaml', '.test.ts'))
  const files = [
    [scenario, starterScenario(schemaLine(scenario))],
    ...(executable !== undefined ? [] : [[test, starterTest()] as const]),
  ] as const
  const taken = await existing(files.map(([file]) => file))
  if (taken.length > 0)
    throw unusable(`${taken.join(' and ')} ${taken.length === 1 ? 'is' : 'are'} there already; nothing is written`)
  const done: string[] = []
  try {
    await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? unusable(`${folder} is not a directory`) : error
    })
    for (const [file, text] of files) {
      await replaceFile(file, text, { exclusive: true })
      done.push(file)
    }
  } catch (error) {
    await Promise.all(done.map((file) => rm(file)))
    if (error instanceof ClientError) throw error
    throw new ClientError('UNEXPECTED', `${folder} cannot be written to: ${whyNot(error)}`)
  }
  return done
}

async function existing(files: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const file of files)
    if (
      await access(file, constants.F_OK).then(
        () => true,
        () => false,
      )
    )
      found.push(file)
  return found
}
