/** Reads a scenario file, because a server only takes names and documents. */
export async function readIfFile(scenario: string | object): Promise<string | object> {
  if (typeof scenario === 'object') return scenario
  const { isPath, readDocument } = await import('../../scenario/files.ts')
  if (!isPath(scenario)) return scenario
  const { value, problems } = await readDocument(scenario)
  if (problems.length === 0) return value as object
  const { EmulatorError } = await import('../../engine/checking/emulator-error.ts')
  throw new EmulatorError(problems)
}
