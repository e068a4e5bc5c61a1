import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './harness/child.ts'
import { compare, roundsOf, type Side } from './harness/compare.ts'
import { httpLoad } from './harness/http-load.ts'
import type { Bench } from './harness/measure.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const bare = new URL('./servers/bare-http.mjs', import.meta.url)
const SIZE = 32 * 1024 * 1024
const PATH = '/v1/revisions/00000000-0000-4000-8000-0000000000e1/model'

/** A model is served as it is stored. */
export const bench: Bench = {
  name: 'model-download',
  about: 'Time to download a 32 MiB model over one connection, against a bare node:http server that answers the same bytes.',
  async run(options) {
    const model = Buffer.alloc(SIZE, 'a model is bytes, and nobody looks into them. ')
    const file = fileWith(model)
    const { throughput, cpu, detail } = await compare(
      async () => {
        const child = await startChild(emulator)
        await upload(child.ready.port, model)
        return { child, load: download(child.ready.port) }
      },
      async () => {
        const child = await startChild(bare, [file])
        return { child, load: download(child.ready.port) }
      },
      roundsOf(options),
    )
    return [
      { what: 'time of a download', value: 1 / throughput, unit: 'x', atMost: 1.3, detail },
      { what: 'CPU time of a download', value: 1 / cpu, unit: 'x' },
    ]
  },
}

function download(port: number): Side['load'] {
  const request = `GET ${PATH} HTTP/1.1\r\nhost: x\r\nx-api-key: svc-key-ada-admin\r\n\r\n`
  return (milliseconds) => httpLoad(port, () => request, milliseconds, 1)
}

async function upload(port: number, model: Buffer): Promise<void> {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'x-request-body': '{}', 'content-type': 'application/octet-stream' }
  const { status } = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'PUT', headers, body: new Uint8Array(model) })
  if (status !== 200) throw new Error(`the upload answered ${status}`)
}

function fileWith(bytes: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'model.bin')
  writeFileSync(file, bytes)
  return file
}
