import { EmulatorError } from '../checking/emulator-error.ts'
import type { SettingsInput } from './settings.ts'

/**
 * Names a folder that the lab gives to the processes of a command: its `overlay.json` says how the worlds of their
 * emulators differ, and their notes go beside it.
 */
export const LAB_VARIABLE = 'SVC_EMULATOR_LAB'

/** Content of `overlay.json`. */
export interface LabOrder {
  /** A scenario or a state that every emulator begins with, in place of its own start. */
  readonly start?: object
  /** Rules. Names in `broken` are added to those of a world; `otherwise` holds where a world names none. */
  readonly settings?: SettingsInput
  /** True if processes note what they met, how their emulators began, and what was altered. */
  readonly notes?: boolean
  /** True if they note each answer, too, in order. */
  readonly answers?: boolean
  /** True if each test file is a program of its own, as for node:test. */
  readonly programs?: boolean
}

/** Fields of a process that are used here; a browser has no process. */
export interface LabProcess {
  readonly env?: Readonly<Record<string, string | undefined>>
  getBuiltinModule?(name: 'node:fs'): { readFileSync(file: string, encoding: 'utf8'): string } | undefined
}

const { process } = globalThis as { process?: LabProcess }

/** The folder of the lab; undefined for a process that the lab did not start. */
export function findLabFolder(own: LabProcess | undefined = process): string | undefined {
  const folder = own?.env?.[LAB_VARIABLE]
  return folder === undefined || folder === '' ? undefined : folder
}

/** Reads the order of the lab, which may be another one for each emulator. Throws `EmulatorError` where it cannot be read. */
export function readLabOrder(own: LabProcess | undefined = process): LabOrder {
  const folder = findLabFolder(own)
  if (folder === undefined) return none
  const file = `${folder}/overlay.json`
  const text = own?.getBuiltinModule?.('node:fs')?.readFileSync(file, 'utf8')
  if (text === undefined) throw new EmulatorError(`${LAB_VARIABLE}: nothing here can read the file ${file}`)
  return JSON.parse(text) as LabOrder
}

const none: LabOrder = {}
