import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './harness/child.ts'
import { compare, type Side } from './harness/compare.ts'
import { clients, httpLoad } from './harness/http-load.ts'
import type { Bench } from './harness/measure.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const bare = new URL('./servers/bare-bytes.mjs', import.meta.url)
const SIZE = 32 * 1024 * 1024
const PATH = '/v1/revisions/00000000-0000-4000-8000-0000000000e1/model'

/** A model is served as it is stored. */
export const bench: Bench = {
  about:
    'CPU of the download of a 32 MiB model over one connection, over a bare node:http server that sends the same file.',
  async run(options) {
    const model = Buffer.alloc(SIZE, 'a model is bytes, and nobody looks into them. ')
    const file = fileWith(model)
    const { throughput, cpu, detail } = await compare(
      async () => {
        const child = await startChild(emulator)
        await upload(child.port, model)
        return { child, load: download(child.port) }
      },
      async () => {
        const child = await startChild(bare, [file])
        return { child, load: download(child.port) }
      },
      options.quick
        ? { pairs: 1, slices: 3, requests: 5, warmUp: 5 }
        : { pairs: 4, slices: 5, requests: 20, warmUp: 20 },
    )
    return [
      { what: 'a download: CPU, ours over bare', value: 1 / cpu, unit: 'x', atMost: 1.3, detail },
      { what: 'a download: time, ours over bare', value: 1 / throughput, unit: 'x' },
    ]
  },
}

function download(port: number): Side['load'] {
  const request = `GET ${PATH} HTTP/1.1\r\nhost: x\r\nx-api-key: svc-key-ada-admin\r\n\r\n`
  const one = clients(1, () => () => request)
  return (requests) => httpLoad(port, one, requests)
}

async function upload(port: number, model: Buffer): Promise<void> {
  const headers = {
    'x-api-key': 'svc-key-ada-admin',
    'x-request-body': '{}',
    'content-type': 'application/octet-stream',
  }
  const { status } = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    method: 'PUT',
    headers,
    body: new Uint8Array(model),
  })
  if (status !== 200) throw new Error(`the upload answered ${status}`)
}

function fileWith(bytes: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'model.bin')
  writeFileSync(file, bytes)
  return file
}
