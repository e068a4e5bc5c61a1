interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:sea'): { isSea(): boolean } | undefined }
}

/** True in the single executable (`npm run executable`), which is on a path of the shell. */
const isExecutable = (globalThis as unknown as Runtime).process?.getBuiltinModule?.('node:sea')?.isSea() === true

/** Words with which a shell starts a program of this package. */
export function ownProgram(name: string): string {
  if (!isExecutable) return `npx ${name}`
  return name === 'svc-emulator' ? name : `svc-emulator ${name}`
}

/** The start of each command line that a message tells to run. */
export const ownCommand = ownProgram('svc-emulator')

/** A command line that calls a program of this package by its name, as it runs when it is pasted. */
export function asPasted(program: string, line: string): string {
  return line.replace(new RegExp(`(^|[ (])${program}(?= [a-z-]|$)`), `$1${ownProgram(program)}`)
}
