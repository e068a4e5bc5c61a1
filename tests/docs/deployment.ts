import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { start } from '../../cli/svc-emulator/start.ts'
import { variableName } from '../../cli/shared/environment.ts'
import { controlApi } from '../../emulator/host/control-api/control-api.ts'

const variables = new Set([...Object.keys(start.flags), 'scenario'].map((name) => variableName('SVC_EMULATOR_', name)))
const paths = new Set(controlApi.map(({ path }) => `/__emulator${path}`))

/**
 * Problems of documents that run the image (compose, Kubernetes, pipelines): variables, flags, paths and ports that it
 * does not have, and what Kubernetes would refuse.
 */
export async function deploymentProblems(documents: readonly object[]): Promise<string[]> {
  const port = /^EXPOSE (\d+)$/m.exec(
    readFileSync(join(resolve(import.meta.dirname, '../..'), 'Dockerfile'), 'utf8'),
  )?.[1]
  const words = documents.flatMap(wordsIn)
  if (!words.some((word) => /(?:^|\/)svc-emulator(?::|$)/.test(word))) return ['nothing in it runs the image']
  return [
    ...(await Promise.all(documents.map(kubernetesProblems))).flat(),
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

/** Problems of a document of Kubernetes, by the schema of its kind; none for other documents. */
async function kubernetesProblems(document: object): Promise<string[]> {
  const { apiVersion, kind } = document as { readonly apiVersion?: string; readonly kind?: string }
  if (apiVersion === undefined || kind === undefined) return []
  const path = `kubernetes-models/${apiVersion}/${kind}`
  type Models = Readonly<Record<string, new (document: object) => { validate(): void }>>
  const models = (await import(path).catch(() => ({}))) as Models
  const Model = models[kind]
  if (Model === undefined) return [`Kubernetes has no ${kind} in ${apiVersion}`]
  try {
    new Model(document).validate()
    return []
  } catch (error) {
    return [`${kind}: ${(error as Error).message}`]
  }
}

/** Every text and number in a document, names of fields too. */
function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => [name, ...wordsIn(inner)])
  return [String(value)]
}
