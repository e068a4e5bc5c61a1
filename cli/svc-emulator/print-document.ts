import { namingFlag } from '../shared/name-flag.ts'
import { catalog } from '../../emulator/service/catalog.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import type { FactsDocument } from '../../emulator/host/facts/facts.ts'
import { usageError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'

export async function openApiDocument(
  control: boolean,
  url: string | undefined,
  facts: string | undefined,
): Promise<Json> {
  if (!control) {
    const { openApi } = await import('../../emulator/host/documents.ts')
    return openApi(catalog, url, await loaded(facts))
  }
  if (facts !== undefined)
    throw usageError('--facts is about the API of the service: it cannot be combined with --control')
  const { controlOpenApi } = await import('../../emulator/host/control-api/openapi.ts')
  return controlOpenApi(url)
}

export async function openRpcDocument(url: string | undefined, facts: string | undefined): Promise<Json> {
  const { openRpc } = await import('../../emulator/host/documents.ts')
  return openRpc(catalog, url, await loaded(facts))
}

async function loaded(facts: string | undefined): Promise<FactsDocument | undefined> {
  if (facts === undefined) return undefined
  const { loadFacts } = await import('../../emulator/scenario/facts-file.ts')
  return namingFlag('--facts', () => loadFacts(facts))
}

export async function writeDocument(io: Io, document: Json, yaml: boolean): Promise<void> {
  const text = yaml
    ? (await import('yaml')).stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })
    : `${JSON.stringify(document, null, 2)}\n`
  io.stdout.write(text)
}
