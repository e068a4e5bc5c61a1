import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { start } from '../../cli/svc-emulator/start.ts'
import { variableName } from '../../cli/shared/environment.ts'
import { controlApi } from '../../emulator/host/control-api/control-api.ts'

const variables = new Set([...Object.keys(start.flags), 'scenario'].map((name) => variableName('SVC_EMULATOR_', name)))
const paths = new Set(controlApi.map(({ path }) => `/__emulator${path}`))

/**
 * Problems of documents that run the image (compose, Kubernetes, pipelines): variables, flags, paths and ports that it
 * does not have.
 */
export function deploymentProblems(documents: readonly object[]): string[] {
  const port = /^EXPOSE (\d+)$/m.exec(
    readFileSync(join(resolve(import.meta.dirname, '../..'), 'Dockerfile'), 'utf8'),
  )?.[1]
  const words = documents.flatMap(wordsIn)
  if (!words.some((word) => /(?:^|\/)svc-emulator(?::|$)/.test(word))) return ['nothing in it runs the image']
  return [
    ...words
      .flatMap((word) => word.match(/SVC_EMULATOR_\w+/g) ?? [])
      .filter((name) => !variables.has(name))
      .map((name) => `no flag of start stands for ${name}`),
    ...words
      .filter((word) => word.startsWith('--') && !(word.slice(2) in start.flags))
      .map((word) => `start has no flag ${word}`),
    ...words
      .filter((word) => word.startsWith('/__emulator') && !paths.has(word))
      .map((word) => `the control API has no ${word}`),
    ...words
      .flatMap((word) => word.match(/(?<=:)40\d\d\b|^40\d\d$/g) ?? [])
      .filter((each) => each !== port)
      .map((each) => `the image serves on ${port}, not ${each}`),
  ]
}

/** Every text and number in a document, names of fields too. */
function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => [name, ...wordsIn(inner)])
  return [String(value)]
}
