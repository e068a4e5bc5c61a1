import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { StatedRow } from '../../../emulator/contract/changes.ts'
import { statedAssumptions } from '../../../emulator/contract/assumptions.ts'
import { clauses } from '../../../emulator/contract/clauses.ts'
import { type ContractStamp, contractStamp } from '../../../emulator/contract/stamp.ts'
import { historyEntries, stampSchema } from '../../../emulator/engine/checking/contract-stamp.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { readWritten } from '../../../emulator/engine/checking/written-json.ts'
import { executable } from '../../../emulator/scenario/held-files.ts'
import { readText } from '../../../emulator/scenario/read-text.ts'
import { runProgram } from '../../../emulator/scenario/run/spawned.ts'
import type { Io } from '../../shared/io.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'

/** The sentences of a release, of this one or of another. */
export interface Contract {
  readonly stamp: ContractStamp
  readonly clauses: readonly StatedRow[]
  /** Undefined if the file has none. */
  readonly assumptions: readonly StatedRow[] | undefined
}

/** Maximum of bytes in a contract file; a contract has some 200 KB. */
const MAX_BYTES = 16 * 1024 * 1024

/** Real milliseconds for another release to print its contract. */
const MAX_WAIT_MS = 60_000

const stated = v.looseObject({ id: v.string(), statement: v.string(), ...historyEntries })

const assumed = v.pipe(
  v.looseObject({ id: v.string(), says: v.string(), was: v.optional(v.array(v.string()), []) }),
  v.transform(({ id, says, was }): StatedRow => ({ id, statement: says, ...(was.length > 0 && { was }) })),
)

/** `clauses --reporter json`, of any release. */
const contractSchema = v.looseObject({
  contract: stampSchema,
  clauses: v.array(stated),
  assumptions: v.optional(v.array(assumed)),
})

export function ownContract(): Contract {
  return { stamp: contractStamp(), clauses, assumptions: statedAssumptions }
}

/** The contract in a file, or that of a release in its package folder. Throws `EmulatorError` if there is none. */
export async function readContract(path: string, io: Io): Promise<Contract> {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  return isFolder ? askPackage(path, io) : parseContract(readText(path, MAX_BYTES), path)
}

/** Runs the command of another release, because its output is public and its files are not. */
async function askPackage(folder: string, { env }: Io): Promise<Contract> {
  const command = findCommand(folder)
  if (executable !== undefined)
    throw new EmulatorError(
      `${folder} is the folder of a release, which needs Node to print its contract, and this is the single executable: give the output of \`npx svc-emulator clauses --reporter json\` there as a file`,
    )
  const words = [process.execPath, join(folder, command), 'clauses', '--reporter', 'json']
  const { exit, stdout, stderr } = await runProgram({ words, env, timeout: MAX_WAIT_MS })
  if (exit !== 0)
    throw new EmulatorError(`${folder}: the release there did not print its contract\n${stderr}`.trimEnd())
  return parseContract(stdout, folder)
}

const manifestSchema = v.looseObject({ bin: v.looseObject({ 'svc-emulator': v.string() }) })

/** The command of the package in a folder, relative to it. */
function findCommand(folder: string): string {
  const file = join(folder, 'package.json')
  const kind = 'of a package with the command svc-emulator, such as node_modules/svc-emulator'
  if (!existsSync(file)) throw new EmulatorError(`${folder} is not the folder ${kind}`)
  return readWritten(manifestSchema, readText(file, MAX_BYTES), file, kind).bin['svc-emulator']
}

function parseContract(text: string, where: string): Contract {
  const kind = `a contract of \`${ownCommand} clauses --reporter json\``
  const { contract: stamp, clauses: rows, assumptions } = readWritten(contractSchema, text, where, kind)
  return { stamp, clauses: rows as readonly StatedRow[], assumptions }
}
