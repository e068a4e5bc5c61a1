import { catalog } from '../../emulator/service/catalog.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import type { Io } from '../shared/io.ts'

export async function openApiDocument(control: boolean, url: string | undefined): Promise<Json> {
  if (control) return (await import('../../emulator/host/control-api/openapi.ts')).controlOpenApi(url)
  return (await import('../../emulator/host/documents.ts')).openApi(catalog, url)
}

export async function openRpcDocument(url: string | undefined): Promise<Json> {
  return (await import('../../emulator/host/documents.ts')).openRpc(catalog, url)
}

export async function writeDocument(io: Io, document: Json, yaml: boolean): Promise<void> {
  const text = yaml
    ? (await import('yaml')).stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })
    : `${JSON.stringify(document, null, 2)}\n`
  io.stdout.write(text)
}
